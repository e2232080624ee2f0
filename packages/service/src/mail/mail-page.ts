import { createHash } from 'node:crypto'
import { escapeHtml } from '../docs/html.ts'

// Mail programs that drop it show text with plain links. Nothing of it is loaded from anywhere.
const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px 16px; background: #f3f4f6; color: #1b1d22; font: 16px/24px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
.mail { max-width: 560px; margin: 0 auto; padding: 8px 24px; border-radius: 12px; background: #ffffff; overflow-wrap: anywhere }
.from { font-weight: 600; color: #565b66 }
.act { margin: 24px 0 }
.act a { display: inline-block; padding: 10px 20px; border-radius: 8px; background: #3b3fb6; color: #ffffff; font-weight: 600; text-decoration: none }
.end { font-size: 14px }
.end a { color: #565b66 }
@media (prefers-color-scheme: dark) {
body { background: #101216; color: #eceef2 }
.mail { background: #1b1e24 }
.from, .end a { color: #a9afbb }
.act a { background: #a5a9ff; color: #15171c }
}
`

/** By which a page may have this style and no other. */
export const mailStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

/** Makes a mail of the paragraphs that it has, under the name of who sends it. */
export function mailPage(parts: {
  readonly subject: string
  readonly from: string
  readonly paragraphs: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
<style>${style}</style>
</head>
<body>
<div class="mail">
<p class="from">${escapeHtml(parts.from)}</p>
${parts.paragraphs}
</div>
</body>
</html>
`
}
