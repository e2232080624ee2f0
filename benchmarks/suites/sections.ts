import { probeLists } from '../load/probes.ts'
import { measuredLists } from '../platform/summaries.ts'
import { serverCase } from './servers.ts'
import { type Suite, serverFigures, serverPace } from './suite.ts'

/** Each of the lists beside its floor. */
export const lists: Suite = {
  name: 'sections',
  summary: 'GET of each of the lists, the whole path, beside a floor with the same statement',
  cases: measuredLists.flatMap(({ id: list, name }) =>
    (['ours', 'floor'] as const).map((program) => ({
      ...serverCase(program, 'same', 'repeatedWalks'),
      name: `${program}, ${name}`,
      list,
    })),
  ),
  reference: 'ours, payouts',
  // Each list has a floor of its own, so that no case is compared with all others.
  figures: serverFigures.map((figure) => ({ ...figure, isCompared: false })),
  goals: measuredLists.map(({ name }) => ({
    figure: 'requestsPerSecond',
    of: `ours, ${name}`,
    against: `floor, ${name}`,
    atLeast: 0.85,
  })),
  connections: [16],
  ...serverPace,
  probe: probeLists,
}
