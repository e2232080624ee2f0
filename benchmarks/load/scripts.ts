import { toId, toMembershipId } from '../database/world.ts'
import { deepPage, repeatedWalks, sameQuery, walks } from './list-scripts.ts'
import { followedLinks } from './redirect-script.ts'
import { largeBody, overQuota, unknownPath, wrongChecksum } from './rejection-scripts.ts'
import type { CreateScript } from './script.ts'
import { saves } from './terms-script.ts'

/** Every way to use a server, by name. */
export const scripts = {
  walks,
  repeatedWalks,
  saves,
  firstPage: sameQuery(() => ''),
  deepPage: deepPage(1000),
  byStatus: sameQuery(() => 'status=reported'),
  byCurrency: sameQuery(() => 'currency=EUR'),
  byProgram: sameQuery(({ rank }) => `programId=${toId(`program/${rank}/1`)}`),
  byGroup: sameQuery(({ rank }) => `groupId=${toId(`group/${rank}/1/1`)}`),
  byMembership: sameQuery((app) => `membershipId=${toMembershipId(app, 1)}`),
  byDates: sameQuery(() => 'from=2024-06-01&to=2024-12-31'),
  bySearch: sameQuery(() => 'search=Member%2012'),
  wrongChecksum,
  unknownPath,
  largeBody,
  overQuota,
  followedLinks,
} as const satisfies Record<string, CreateScript>

/** The name of a script. */
export type ScriptName = keyof typeof scripts
