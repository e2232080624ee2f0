import type { Goal, Suite, WorkCase } from './suite.ts'

const toCase = (work: string, name: string, variant: string): WorkCase => ({
  kind: 'work',
  name,
  module: `self-measuring/money-${work}.ts`,
  variant,
  payouts: 1000,
})

const ofRows = (rows: string) => [
  { id: 'rowsPerSecond', label: `${rows}/s`, digits: 0, isCompared: true },
  { id: 'cpuUs', label: `CPU µs per ${rows.replace(/s$/, '')}`, digits: 1 },
  { id: 'databaseCpuUs', label: `database CPU µs per ${rows.replace(/s$/, '')}`, digits: 1 },
  { id: 'peakMegabytes', label: 'memory MB at most', digits: 0 },
]

const goalsOfRows: readonly Goal[] = [
  { figure: 'rowsPerSecond', of: 'ours', against: 'floor', atLeast: 0.5 },
  // Ten times the rows. A tenth does not fill the heap that V8 allows: 200,000 sales take as much as a million.
  { figure: 'peakMegabytes', of: 'ours', against: 'ours, a tenth', atMost: 2 },
]

const casesOfRows = (work: string) => [
  toCase(work, 'ours', 'ours'),
  toCase(work, 'floor', 'floor'),
  toCase(work, 'ours, a tenth', 'ours/0.1'),
]

const histories = [100, 1000, 10_000, 100_000]
const toWords = (sales: number): string => `after ${sales.toLocaleString('en')}`

/** The money path on Postgres, beside one SQL statement that does the same sums. */
export const money: readonly Suite[] = [
  {
    name: 'money-post',
    summary: 'Posting: stored sales to commissions, a tenth of --rows in a slice, over 100 shops',
    cases: casesOfRows('post'),
    reference: 'ours',
    figures: ofRows('sales'),
    goals: goalsOfRows,
    full: { rounds: 4, sliceMs: 0, expectedMs: 20_000 },
    quick: { rounds: 3, sliceMs: 0, expectedMs: 3000 },
    needsDatabase: true,
  },
  {
    name: 'money-import',
    summary: 'Import: a file of sales to commissions, a twentieth of --rows in a slice, over 100 shops',
    cases: casesOfRows('import'),
    reference: 'ours',
    figures: ofRows('sales'),
    goals: goalsOfRows,
    full: { rounds: 3, sliceMs: 0, expectedMs: 12_000 },
    quick: { rounds: 3, sliceMs: 0, expectedMs: 2000 },
    needsDatabase: true,
  },
  {
    name: 'money-run',
    summary: 'Payout run: to freeze what was previewed, a tenth of --rows memberships, two commissions each',
    cases: casesOfRows('run').slice(0, 2),
    reference: 'ours',
    figures: ofRows('memberships'),
    goals: goalsOfRows.slice(0, 1),
    full: { rounds: 3, sliceMs: 0, expectedMs: 25_000 },
    quick: { rounds: 3, sliceMs: 0, expectedMs: 3000 },
    needsDatabase: true,
  },
  {
    name: 'money-explain',
    summary: 'Explain: one unit of a payout of 1,000 lines',
    cases: [toCase('explain', 'ours', 'ours'), toCase('explain', 'floor', 'floor')],
    reference: 'ours',
    figures: [
      { id: 'callsPerSecond', label: 'units/s', digits: 0, isCompared: true },
      { id: 'cpuUs', label: 'CPU µs per unit', digits: 0 },
    ],
    goals: [{ figure: 'callsPerSecond', of: 'ours', against: 'floor', atLeast: 0.5 }],
    full: { rounds: 10, sliceMs: 1000 },
    quick: { rounds: 3, sliceMs: 400 },
    needsDatabase: true,
  },
  {
    name: 'money-more',
    summary: 'One more sale: imported and posted, by how many sales the shop had before, without statistics',
    cases: histories.map((sales) => toCase('more', toWords(sales), `${sales}`)),
    reference: toWords(100),
    figures: [
      { id: 'p50Ms', label: 'p50 ms', digits: 2, isCompared: true },
      { id: 'p99Ms', label: 'p99 ms', digits: 2 },
      { id: 'cpuUs', label: 'CPU µs', digits: 0 },
    ],
    goals: histories.slice(1).map((sales) => ({
      ...{ figure: 'p50Ms', of: toWords(sales), against: toWords(100), atMost: 1.3 },
    })),
    full: { rounds: 10, sliceMs: 1000 },
    quick: { rounds: 3, sliceMs: 400 },
    needsDatabase: true,
  },
]
