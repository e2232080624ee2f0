import type { ScriptName } from '../load/scripts.ts'
import { serverCase } from './servers.ts'
import { type ServerCase, type Suite, serverFigures, serverPace } from './suite.ts'

const ours = (name: string, script: ScriptName, payouts?: number): ServerCase => ({
  ...serverCase('ours', 'same', script),
  name,
  ...(payouts !== undefined && { payouts }),
})

/** Whether a page costs the same however deep it lies and however many rows there are. */
export const depth: Suite = {
  name: 'depth',
  summary: 'A page of the largest app: at any depth, in a small and a large table, under each filter',
  cases: [
    ours('page 1', 'firstPage'),
    ours('page 1,000', 'deepPage'),
    ours('page 1 of 10,000 rows', 'firstPage', 10_000),
    ours('by status', 'byStatus'),
    ours('by currency', 'byCurrency'),
    ours('by program', 'byProgram'),
    ours('by group', 'byGroup'),
    ours('by membership', 'byMembership'),
    ours('by dates', 'byDates'),
    ours('by search', 'bySearch'),
  ],
  reference: 'page 1',
  figures: serverFigures,
  goals: [
    { figure: 'requestsPerSecond', of: 'page 1', against: 'page 1,000', atMost: 1.1 },
    { figure: 'requestsPerSecond', of: 'page 1 of 10,000 rows', against: 'page 1', atMost: 1.2 },
  ],
  connections: [16],
  ...serverPace,
}
