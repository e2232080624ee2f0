// Prints how large a bundle of a client with all its calls is, from the packed files, and fails above the budget.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { installPacked } from './install-packed.mjs'

const kilobyte = 1000
const root = join(import.meta.dirname, '../../..')
const libraries = ['zod', 'zod/*']
const affiliate = `export { AffiliateClient, isRateLimitError } from '@affiliate-platform/sdk'`
const rows = [
  { name: 'affiliate client', entry: affiliate, external: [], budgetKilobytes: 36 },
  { name: 'affiliate client without zod', entry: affiliate, external: libraries, budgetKilobytes: 28 },
  {
    name: 'identify client',
    entry: `export * from '@affiliate-platform/sdk/identify'`,
    external: [],
    budgetKilobytes: 28,
  },
  {
    name: 'install-bridge client',
    entry: `export * from '@affiliate-platform/sdk/install-bridge'`,
    external: [],
    budgetKilobytes: 28.5,
  },
  {
    name: 'verifyWebhook',
    entry: `export { verifyWebhook } from '@affiliate-platform/sdk/webhooks'`,
    external: [],
    budgetKilobytes: 1.2,
  },
  {
    name: 'everything',
    entry: `export * from '@affiliate-platform/sdk'`,
    external: [],
    budgetKilobytes: 37.5,
  },
  {
    name: 'an error guard',
    entry: `export { isRateLimitError } from '@affiliate-platform/sdk'`,
    external: [],
    budgetKilobytes: 0.3,
  },
]

const project = mkdtempSync(join(tmpdir(), 'sdk-size-'))
try {
  installPacked(project)
  for (const row of rows) await measure(row)
} finally {
  rmSync(project, { recursive: true, force: true })
}

async function measure({ name, entry, external, budgetKilobytes }) {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    nodePaths: [join(root, 'node_modules')],
    external,
    write: false,
  })
  const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).byteLength
  const size = (bytes / kilobyte).toFixed(2).padStart(6)
  process.stdout.write(`${size} kB of ${budgetKilobytes} kB gzipped  ${name}\n`)
  if (bytes > budgetKilobytes * kilobyte) process.exitCode = 1
}
