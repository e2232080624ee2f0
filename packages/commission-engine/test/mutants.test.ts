import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenLaws } from './broken-laws.ts'
import { type Engine, engine } from './program.ts'

/** A fault, as a change of one line of the engine. */
interface Mutant {
  readonly fault: string
  readonly file: string
  readonly line: string
  readonly becomes: string
  /** The laws that catch it, by their numbers. */
  readonly caughtBy: readonly string[]
}

const mutants: readonly Mutant[] = [
  {
    fault: 'rows that arrive again count again',
    file: 'facts.ts',
    line: 'return [...latest.values()]',
    becomes: 'return [...appTransactions]',
    caughtBy: ['L2'],
  },
  {
    fault: 'refunds take in the order of their ids',
    file: 'allocation.ts',
    line: 'refunds.toSorted(earliestFirst).map',
    becomes: 'refunds.map',
    caughtBy: ['plain model'],
  },
  {
    fault: 'an entry of a payout is assigned again',
    file: 'decide-run.ts',
    line: 'filter(({ payoutId }) => payoutId === null)',
    becomes: 'filter(() => true)',
    caughtBy: ['L1', 'L5'],
  },
  {
    fault: 'the hold is ignored',
    file: 'decide-run.ts',
    line: 'filter(({ availableAtMs }) => availableAtMs <= asOfMs)',
    becomes: 'filter(() => true)',
    caughtBy: ['L6'],
  },
  {
    fault: 'a position is worth one unit more',
    file: 'worth.ts',
    line: '10n ** BigInt(productDecimals)\n',
    becomes: '10n ** BigInt(productDecimals) + 1n\n',
    caughtBy: ['L4', 'L10'],
  },
  {
    fault: 'the hold of a sale is not counted',
    file: 'hold.ts',
    line: 'fromMs + holdDays * dayMs',
    becomes: 'fromMs',
    caughtBy: ['L6'],
  },
  {
    fault: 'a part of a base is rounded for itself',
    file: 'allocation.ts',
    line: 'return remainingBase(takenBeforeNano) - remainingBase(takenBeforeNano + grossNano)',
    becomes: 'return (baseNano * grossNano) / wholeNano',
    caughtBy: ['L7', 'L12', 'plain model'],
  },
  {
    fault: 'decreases are posted before what covers them',
    file: 'changes.ts',
    line: 'return isDecrease(a) ? 1 : -1',
    becomes: 'return isDecrease(a) ? -1 : 1',
    caughtBy: ['L10', 'L14'],
  },
  {
    fault: 'what a refund takes back waits for the refund',
    file: 'desired.ts',
    line: 'availableAtMs: heldUntilMs,',
    becomes: 'availableAtMs: Math.max(collectedAtMs, heldUntilMs),',
    caughtBy: ['L13', 'L14'],
  },
]

const numRuns = 400
const source = fileURLToPath(new URL('../src', import.meta.url))
const runs = fileURLToPath(new URL('./decide-run.ts', import.meta.url))

describe('each mutant of the engine dies', () => {
  let folder = ''
  beforeAll(() => {
    // Inside the package, so that the copies find its imports.
    folder = mkdtempSync(fileURLToPath(new URL('./mutants-', import.meta.url)))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(mutants)('$fault: caught by $caughtBy [D62]', async ({ file, line, becomes, caughtBy }) => {
    const copy = join(folder, file.replace('.ts', `-${mutants.findIndex((one) => one.line === line)}`))
    cpSync(source, copy, { recursive: true })
    cpSync(runs, join(copy, 'lib', 'decide-run.ts'))
    const path = join(copy, 'lib', file)
    const original = readFileSync(path, 'utf8')
    expect(original.split(line)).toHaveLength(2)
    writeFileSync(path, original.replace(line, becomes))

    const load = (name: string) => import(pathToFileURL(join(copy, name)).href)
    const mutant: Engine = { ...(await load('index.ts')), ...(await load('lib/decide-run.ts')) }
    const patterns = caughtBy.map((law) => new RegExp(`\\b${law}\\b`))
    const isSought = (name: string) => patterns.some((pattern) => pattern.test(name))
    const broken = await findBrokenLaws(mutant, { numRuns, isSought })
    for (const pattern of patterns) expect(broken).toContainEqual(expect.stringMatching(pattern))
  })

  it('while the engine itself lives', async () => {
    expect(await findBrokenLaws(engine, { numRuns })).toEqual([])
  })
})
