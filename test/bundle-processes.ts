import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** What tests start over and over. */
const scripts = [
  ...[
    'flood',
    'guarantee-server',
    'hold-folder',
    'import-once',
    'migrate-once',
    'send-at-once',
    'transact',
  ].map((name) => `test/support/${name}.ts`),
  'packages/operator/test/killed-command.ts',
  'packages/platform/test/payout-runs/freezing-process.ts',
  'packages/platform/test/sale-feeds/importing-process.ts',
]

/** What our sources read beside themselves is where they are, not where the bundle is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(packages\/[^/]+|test)\/[^.]*\.ts$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}

// Packages that are CommonJS ask for Node's modules by it.
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Bundles the scripts that tests run as processes: finding, reading and stripping hundreds of sources is half of what it
 * takes to start one. The bundles are kept, so that Node finds compiled what has not changed since the last run.
 *
 * @returns their folder
 */
export async function bundleProcesses(): Promise<string> {
  const cache = resolve('node_modules/.cache/affiliate-platform')
  const { outputFiles } = await build({
    entryPoints: scripts,
    entryNames: '[name]',
    outdir: cache,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    sourcemap: true,
    conditions: ['@affiliate-platform/source'],
    // It reads its own files.
    external: ['@electric-sql/pglite'],
    banner: { js: banner },
    plugins: [keepPlaces],
  })
  const hash = createHash('sha256')
  for (const { path, hash: ofFile } of outputFiles) hash.update(path).update(ofFile)
  const folder = join(cache, `processes-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(join(unfinished, basename(path)), contents)
  // Two runs may bundle at once: the folder appears whole. Where the other one was first, this one stays with its own.
  try {
    renameSync(unfinished, folder)
    return folder
  } catch {
    return unfinished
  }
}
