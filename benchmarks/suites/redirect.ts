import { probeRedirects } from '../load/probes.ts'
import { serverCase } from './servers.ts'
import { type Suite, serverFigures, serverPace } from './suite.ts'

/** What it costs to count a click: links that the process has in memory, against a redirect that counts none. */
export const redirect: Suite = {
  name: 'redirect',
  summary: "GET a member's link, each click stored",
  cases: [
    serverCase('ours', 'same', 'followedLinks'),
    {
      kind: 'server',
      name: 'bare node:http',
      module: 'programs/bare-redirects.ts',
      store: 'same',
      script: 'followedLinks',
    },
  ],
  reference: 'ours',
  figures: serverFigures,
  goals: [
    {
      figure: 'requestsPerSecond',
      of: 'ours',
      against: 'bare node:http',
      atLeast: 0.8,
      reason:
        'Ours tells bots apart, and hashes and stores each click in the same process; the floor does neither.',
    },
  ],
  connections: [1, 16, 64],
  ...serverPace,
  probe: probeRedirects,
}
