import { probeTerms } from '../load/probes.ts'
import { serverCase } from './servers.ts'
import { type Suite, serverFigures, serverPace } from './suite.ts'

const peers = ['fastify', 'hono', 'express'] as const

/** The terms write, the whole path. */
export const terms: Suite = {
  name: 'terms',
  summary: 'PATCH terms, the whole path: key, quota, two validations, idempotency, one transaction',
  cases: [
    serverCase('ours', 'same', 'saves'),
    serverCase('floor', 'same', 'saves'),
    serverCase('floor', 'pipelined', 'saves'),
    serverCase('floor', 'combined', 'saves'),
    ...peers.map((peer) => serverCase(peer, 'ordinary', 'saves')),
  ],
  reference: 'ours',
  figures: serverFigures,
  goals: [
    { figure: 'requestsPerSecond', of: 'ours', against: 'floor', atLeast: 0.85 },
    ...peers.map((peer) => ({
      figure: 'requestsPerSecond',
      of: 'ours',
      against: `${peer}, ordinary`,
      atLeast: 2,
    })),
  ],
  connections: [1, 16, 64],
  quickConnections: [1, 16],
  ...serverPace,
  probe: probeTerms,
}
