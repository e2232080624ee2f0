// Run after `tsc`: puts ky into the one module that imports it, and its licence beside. ky runs on Node 20 (the tests of
// the hosts show it), but asks for Node 22: as a dependency it would stop every install on Node 20 with `engine-strict`,
// as Shopify's templates have it.
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

await build({
  entryPoints: ['dist/lib/attempts/repeat-attempts.js'],
  outdir: 'dist/lib/attempts',
  allowOverwrite: true,
  bundle: true,
  external: ['./dist/lib/*'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  sourcemap: true,
  sourcesContent: false,
})
copyFileSync(
  fileURLToPath(new URL('../license', import.meta.resolve('ky'))),
  'dist/lib/attempts/repeat-attempts.LICENSE.txt',
)
