const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text safe to stand in HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** The same, with text in backticks as code. */
export function toHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** A sample of code under a caption. */
export function renderCode(caption: string, source: string): string {
  return `<figure class="sample"><figcaption>${escapeHtml(caption)}</figcaption><pre><code>${escapeHtml(source)}</code></pre></figure>`
}

/** A table whose rows become blocks where the page is narrow. Text in backticks is code. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${toHtml(text)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`)
  return `<table class="stacking"><thead><tr>${cells('th', head)}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody></table>`
}

export interface PageParts {
  /** Plain text. */
  readonly title: string
  /** HTML of the head, after what all pages have. */
  readonly head?: string
  /** HTML of the body. */
  readonly body: string
}

export function htmlPage({ title, head = '', body }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${head}</head>
<body>
${body}
</body>
</html>
`
}
