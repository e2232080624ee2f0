// Checks that every rule of the interface and every decision is named by a test, and that tests name no other rules.
import { existsSync, globSync, readFileSync } from 'node:fs'

interface Rule {
  readonly id: string
  readonly page: string
  /** The package whose tests guard the rule first. */
  readonly package: string
}

const rules: readonly Rule[] = JSON.parse(readFileSync('docs/api/rule-ids.json', 'utf8'))
const tests = globSync([
  'packages/*/{src,test}/**/*.test.ts',
  'packages/*/test/**/*.ts',
  'e2e/**/*.ts',
  'scripts/**/*.test.ts',
])

// A test names the rules it guards at the end of its title: `… [4.1-2]`, `… [4.1-2, D3]` or `… [4.1-2] [D3]`.
const named = new Map<string, string>()
const asserted = new Set<string>()
for (const file of tests.filter((path) => !path.includes('node_modules'))) {
  for (const block of readFileSync(file, 'utf8').split(/^(?=\s*(?:test|it)\b|\}\))/m)) {
    const quick = block.replaceAll(/if \(isSoak\) (?:\{[^}]*\}|.*)/g, '')
    // Only what a soak run expects guards nothing in the runs of every day.
    const isSoakOnly = block.includes('expect(') && !/expect|assert/i.test(quick)
    for (const [, ids = ''] of block.matchAll(/\[([\w., -]+)\](?=['"`]| \[)/g)) {
      for (const id of ids.split(/,? /)) {
        named.set(id, file)
        if (!isSoakOnly) asserted.add(id)
      }
    }
  }
}

const known = new Set(rules.map(({ id }) => id))
const unguarded = rules.filter(
  (rule) => !asserted.has(rule.id) && existsSync(`packages/${rule.package}/package.json`),
)
for (const { id, page } of unguarded)
  console.error(
    `[${id}] of ${page} is named by no test, or only by one that expects nothing but in a soak run.`,
  )

const isRuleLike = (id: string): boolean => /^(?:\d+(?:\.\d+)?-\w+|D\d+a?)$/.test(id)
const unknown = [...named].filter(([id]) => isRuleLike(id) && !known.has(id))
for (const [id, file] of unknown) console.error(`${file}: [${id}] is no rule of docs/api/rule-ids.json.`)

const faults = unguarded.length + unknown.length
if (faults === 0) console.log(`rules: each of ${rules.length} is named by a test.`)
process.exitCode = faults === 0 ? 0 : 1
