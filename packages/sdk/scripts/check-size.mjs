// Prints how large a bundle of one client with all its calls is, and fails above the budget.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const kilobyte = 1000
const everything = `export { AffiliateClient, IdentifyClient, isRateLimitError } from '@affiliate-platform/sdk'`
const oneCall = `
  import { AffiliateClient } from '@affiliate-platform/sdk'
  export const page = await new AffiliateClient().payouts.listPage()`

const libraries = ['zod', 'zod/*']
const ours = [...libraries, '@affiliate-platform/contract', '@affiliate-platform/contract/limits']
// Every list costs the client the schema of its row, 0.1 kB: the client has all lists, whichever are called. The reads
// of single records cost 1.5 kB, most of it the names of their members.
const rows = [
  { name: 'everything included', entry: everything, external: [], budgetKilobytes: 26 },
  { name: 'own code', entry: everything, external: ours, budgetKilobytes: 12 },
  { name: 'own code and the contract', entry: everything, external: libraries, budgetKilobytes: 18.1 },
  { name: 'one list call only', entry: oneCall, external: [], budgetKilobytes: 25.9 },
]

let isWithinBudget = true
for (const { name, entry, external, budgetKilobytes } of rows) {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@affiliate-platform/source'],
    external,
    write: false,
  })
  const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).byteLength
  isWithinBudget &&= bytes <= budgetKilobytes * kilobyte
  const size = (bytes / kilobyte).toFixed(2).padStart(6)
  process.stdout.write(`${size} kB of ${budgetKilobytes} kB gzipped  ${name}\n`)
}
if (!isWithinBudget) process.exitCode = 1
