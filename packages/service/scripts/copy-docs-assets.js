// Puts what the pages below /docs load beside the built code, or into another folder: the package's own files, and
// Redoc's with its licence.
import { copyFileSync, cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const assets = process.argv[2] ?? join(import.meta.dirname, '../dist/docs/assets')
const require = createRequire(import.meta.url)

cpSync(join(import.meta.dirname, '../src/docs/assets'), assets, { recursive: true })
copyFileSync(require.resolve('redoc/bundles/redoc.standalone.js'), join(assets, 'redoc.standalone.js'))
copyFileSync(
  require.resolve('redoc/bundles/redoc.standalone.js.LICENSE.txt'),
  join(assets, 'redoc.standalone.js.LICENSE.txt'),
)
copyFileSync(require.resolve('redoc/LICENSE'), join(assets, 'redoc.LICENSE'))
