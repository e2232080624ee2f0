import type { Suite } from './suite.ts'

const concurrencies = [10, 25, 50]
const toName = (concurrency: number): string => `${concurrency} at a time`

/** The backfill against what its latency and concurrency allow. */
export const backfill: Suite = {
  name: 'backfill',
  summary: 'Backfill: 10,000 shops (--quick: fewer) at 100 ms each, against shops × latency ÷ concurrency',
  cases: concurrencies.map((concurrency) => ({
    kind: 'work',
    name: toName(concurrency),
    module: 'self-measuring/backfill.ts',
    variant: String(concurrency),
  })),
  reference: toName(10),
  figures: [
    { id: 'shops', label: 'shops', digits: 0 },
    { id: 'seconds', label: 'seconds', digits: 1 },
    { id: 'ofIdeal', label: '× the ideal', digits: 3 },
    { id: 'cpuUs', label: 'CPU µs per shop', digits: 0 },
  ],
  goals: concurrencies.map((concurrency) => ({ figure: 'ofIdeal', of: toName(concurrency), atMost: 1.15 })),
  full: { rounds: 2, sliceMs: 0, expectedMs: 55_000 },
  quick: { rounds: 2, sliceMs: 0, expectedMs: 5500 },
}
