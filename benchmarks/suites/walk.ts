import type { Suite } from './suite.ts'

/** Memory of a long walk. */
export const walk: Suite = {
  name: 'walk',
  summary:
    'SDK: walking 1,000,000 rows (--quick: 100,000) against a synthetic fetch, memory after collection',
  cases: [{ kind: 'work', name: 'ours', module: 'self-measuring/walk.ts', variant: '' }],
  reference: 'ours',
  figures: [
    { id: 'heapMegabytes', label: 'heap MB', digits: 1 },
    { id: 'grownBytesPerPage', label: 'growth in bytes per page', digits: 0 },
    { id: 'cpuUsPerPage', label: 'CPU µs per page', digits: 0 },
    { id: 'rowsPerSecond', label: 'rows/s', digits: 0 },
  ],
  // A cursor alone has 140 bytes: below that nothing of a page can have been kept.
  goals: [{ figure: 'grownBytesPerPage', of: 'ours', atMost: 100 }],
  full: { rounds: 3, sliceMs: 0, expectedMs: 15_000 },
  quick: { rounds: 2, sliceMs: 0, expectedMs: 1500 },
}
