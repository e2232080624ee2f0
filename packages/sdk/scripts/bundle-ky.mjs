// Puts ky into the package. It runs on Node 20 (the tests of the hosts show it), but asks for Node 22 in its manifest: as a
// dependency it would keep every app with `engine-strict` on Node 20, as Shopify's templates are, from installing this one.
import { build } from 'esbuild'

await build({
  stdin: { contents: "export { default, isTimeoutError } from 'ky'", resolveDir: import.meta.dirname },
  outfile: 'dist/bundled/ky.js',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  // Its licence stays in it.
  legalComments: 'inline',
})
