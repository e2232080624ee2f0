import { probeList } from '../load/probes.ts'
import { serverCase } from './servers.ts'
import { type Suite, serverFigures, serverPace } from './suite.ts'

const peers = ['fastify', 'hono', 'express'] as const

/** The payouts list, the whole path. */
export const list: Suite = {
  name: 'list',
  summary: 'GET payouts, the whole path: key, quota, filters, cursor, headers, request id',
  cases: [
    serverCase('ours', 'same', 'walks'),
    serverCase('floor', 'same', 'walks'),
    ...peers.map((peer) => serverCase(peer, 'ordinary', 'walks')),
    ...peers.map((peer) => serverCase(peer, 'combined', 'walks')),
  ],
  reference: 'ours',
  figures: serverFigures,
  goals: [
    { figure: 'requestsPerSecond', of: 'ours', against: 'floor', atLeast: 0.85 },
    { figure: 'cpuUs', of: 'ours', against: 'floor', atMost: 1.2 },
    ...peers.flatMap((peer) => [
      { figure: 'requestsPerSecond', of: 'ours', against: `${peer}, ordinary`, atLeast: 1.5 },
      {
        figure: 'requestsPerSecond',
        of: 'ours',
        against: `${peer}, one statement`,
        atLeast: 1,
        reason:
          'It sends the very statement of ours, so both wait for the same database; the rest is within the spread.',
      },
    ]),
  ],
  connections: [1, 16, 64],
  quickConnections: [1, 16],
  ...serverPace,
  probe: probeList,
}
