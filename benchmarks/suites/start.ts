import type { Suite, WorkCase } from './suite.ts'

const toCase = (name: string, variant: string): WorkCase => ({
  kind: 'work',
  name,
  module: 'self-measuring/start.ts',
  variant,
})

/** From the command to the first good `/readyz`. */
export const start: Suite = {
  name: 'start',
  summary: 'Start to /readyz, and memory when idle',
  cases: [
    toCase('Postgres', 'postgres'),
    toCase('embedded, prepared', 'embedded'),
    toCase('Postgres, from sources', 'postgres/sources'),
    toCase('embedded, from sources', 'embedded/sources'),
  ],
  reference: 'Postgres',
  figures: [
    { id: 'readyMs', label: 'ms to ready', digits: 0 },
    { id: 'idleMegabytes', label: 'idle memory MB', digits: 0 },
  ],
  goals: [
    { figure: 'readyMs', of: 'Postgres', atMost: 1000 },
    { figure: 'readyMs', of: 'embedded, prepared', atMost: 2000 },
  ],
  full: { rounds: 10, sliceMs: 0, expectedMs: 2500 },
  quick: { rounds: 3, sliceMs: 0, expectedMs: 2500 },
  needsDatabase: true,
}
