import { assetPath } from './assets.ts'
import { htmlPage } from './html.ts'

/** The reference of the interface, which Redoc draws from `/openapi.json`. Without scripts it leads to that document. */
export function renderReference(): string {
  return htmlPage({
    title: 'Reference – Affiliate platform',
    head: [
      `<link rel="stylesheet" href="${assetPath('reference.css')}">`,
      `<script defer src="${assetPath('redoc.standalone.js')}"></script>`,
      `<script defer src="${assetPath('reference.js')}"></script>\n`,
    ].join('\n'),
    body: [
      '<nav><a href="/docs/errors">Errors</a> <a href="/openapi.json">OpenAPI document</a></nav>',
      '<div id="reference"><p>A script draws the reference here. The OpenAPI document has the same content.</p></div>',
    ].join('\n'),
  })
}
