// Prints how large a bundle of one client with all its calls is, and fails above the budget.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const kilobyte = 1000
const entry = `export { AffiliateClient, IdentifyClient, isRateLimitError } from '@affiliate-platform/sdk'`

const libraries = ['zod', 'zod/*']
const rows = [
  { name: 'everything included', external: [], budgetKilobytes: 26 },
  { name: 'own code', external: [...libraries, '@affiliate-platform/contract'], budgetKilobytes: 12 },
  { name: 'own code and the contract', external: libraries, budgetKilobytes: 16.5 },
]

let isWithinBudget = true
for (const { name, external, budgetKilobytes } of rows) {
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
  const size = (bytes / kilobyte).toFixed(1).padStart(5)
  process.stdout.write(`${size} kB of ${budgetKilobytes} kB gzipped  ${name}\n`)
}
if (!isWithinBudget) process.exitCode = 1
