import { build } from 'esbuild'

await build({
  entryPoints: ['worker.js'],
  outfile: 'build/worker.js',
  bundle: true,
  format: 'esm',
  external: ['cloudflare:workers'],
})
