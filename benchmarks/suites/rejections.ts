import { probeRejections } from '../load/probes.ts'
import type { ScriptName } from '../load/scripts.ts'
import { serverCase } from './servers.ts'
import { type ServerCase, type Suite, serverFigures } from './suite.ts'

const peers = ['fastify', 'hono', 'express'] as const

/** One kind of rejection by ours, by bare node:http without a database, and by the peers. */
function createRejectionSuite(
  name: string,
  script: ScriptName,
  { summary, reason }: { readonly summary: string; readonly reason?: string },
): Suite {
  const why = reason === undefined ? {} : { reason }
  const floor: ServerCase = {
    kind: 'server',
    name: 'bare node:http',
    module: 'programs/bare-rejections.ts',
    store: 'same',
    script,
  }
  return {
    name,
    summary,
    cases: [
      serverCase('ours', 'same', script),
      floor,
      ...peers.map((peer) => serverCase(peer, 'ordinary', script)),
    ],
    reference: 'ours',
    figures: serverFigures,
    goals: [
      { figure: 'requestsPerSecond', of: 'ours', against: 'bare node:http', atLeast: 0.8, ...why },
      ...peers.map((peer) => ({
        figure: 'requestsPerSecond',
        of: 'ours',
        against: `${peer}, ordinary`,
        atLeast: 1,
        ...why,
      })),
    ],
    connections: [16],
    full: { rounds: 10, sliceMs: 1000 },
    quick: { rounds: 3, sliceMs: 500 },
    probe: probeRejections,
  }
}

/** The rejections, a suite for each kind: each has a table of its own. */
export const rejections: readonly Suite[] = [
  createRejectionSuite('rejections-401', 'wrongChecksum', {
    summary: 'Rejections: an API key with a wrong checksum',
  }),
  createRejectionSuite('rejections-404', 'unknownPath', {
    summary: 'Rejections: a path that does not exist',
  }),
  createRejectionSuite('rejections-413', 'largeBody', {
    summary: 'Rejections: a body that is too large',
    reason: 'Ours counts it against the quota (D7): it is the one rejection with a statement.',
  }),
  createRejectionSuite('rejections-429', 'overQuota', {
    summary: 'Rejections: an API key over its quota',
    reason:
      'Ours finds the credential by the hash of its key first, and then its window; the floor has neither.',
  }),
]
