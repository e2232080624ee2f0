import { joinRows } from '../rows.ts'
import { buildStoryClicks, buildStoryReferrals } from './attribution.ts'
import { buildWaiting } from './cases.ts'
import { createStoryClock } from './clock.ts'
import { buildKeys } from './keys.ts'
import { buildMembers } from './members.ts'
import { letReturn } from './returns.ts'
import { buildSales } from './sales.ts'
import { buildShops } from './shops.ts'
import {
  buildPlaces,
  toApplicationRows,
  toMaterialRows,
  toPlaceRows,
  toStoryMemberRows,
} from './structure.ts'
import { buildTerms } from './terms.ts'

/** The workspace of the story, wherever and whenever it is told. */
export const storyWorkspaceId = '019b7686-7c00-7b1e-8a11-b21947e57a01'

/** The story before anything of it is written. */
export type Story = ReturnType<typeof buildStory>

/** Builds the story as it is told at an instant; but for its times the same each time. */
export function buildStory(nowMs: number) {
  const clock = createStoryClock(nowMs)
  const places = buildPlaces(clock.random('places'), { workspaceId: storyWorkspaceId, clock })
  const terms = buildTerms(clock.random('terms'), places, clock)
  const members = buildMembers(clock.random('members'), clock)
  const shops = letReturn(clock.random('returns'), buildShops(clock.random('shops'), members))
  const ofMembers = toStoryMemberRows(clock.random('links'), places, { members, clock })
  const installs = { places, terms, shops, links: ofMembers.links, clock }
  const { evidence, ...referred } = buildStoryReferrals(clock.random('referrals'), installs)
  const waiting = buildWaiting(clock.random('cases'), installs, {
    members,
    referrals: referred.referrals,
    evidence,
  })
  const rows = joinRows([
    toPlaceRows(places, clock),
    { api_keys: buildKeys(clock.random('keys'), places, clock) },
    ofMembers,
    toApplicationRows(clock.random('applications'), places, clock),
    toMaterialRows(clock.random('materials'), places, clock),
    { clicks: buildStoryClicks(clock.random('clicks'), installs, members) },
    { terms_versions: Object.values(terms) },
    { evidence: [...evidence, ...waiting.evidence] },
    referred,
    {
      attribution_cases: waiting.attribution_cases,
      contacts: waiting.contacts,
      contract_proposals: waiting.contract_proposals,
      // All installs are known, and no pass is due: the app is connected to no Partner API.
      sale_feeds: [
        { ...places.keys, installs_read_until: clock.timeAt(0), next_pass_at: '9999-01-01T00:00:00Z' },
      ],
    },
  ])
  const sales = buildSales(clock.random('sales'), shops, clock)
  return { clock, places, members, shops, rows, sales, randomOf: clock.random }
}
