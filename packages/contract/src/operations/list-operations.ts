import type { ListOperation } from './definitions/list.ts'
import { listCommissions } from './lists/list-commissions.ts'
import { listGroups } from './lists/list-groups.ts'
import { listMemberships } from './lists/list-memberships.ts'
import { listPayouts } from './lists/list-payouts.ts'
import { listPrograms } from './lists/list-programs.ts'
import { listReferrals } from './lists/list-referrals.ts'

/** The operations that list records. */
export const listOperations = [
  listPayouts,
  listPrograms,
  listGroups,
  listMemberships,
  listReferrals,
  listCommissions,
] as const satisfies readonly ListOperation[]
