import type * as z from 'zod/mini'
import type { ListOperation } from './definitions/list.ts'
import type { Operation } from './definitions/operation.ts'
import { explainPayout } from './explanations/explain-payout.ts'
import { listCommissions } from './lists/list-commissions.ts'
import { listGroups } from './lists/list-groups.ts'
import { listMemberships } from './lists/list-memberships.ts'
import { listPayouts } from './lists/list-payouts.ts'
import { listPrograms } from './lists/list-programs.ts'
import { listReferrals } from './lists/list-referrals.ts'
import { getCommission } from './records/get-commission.ts'
import { getGroup } from './records/get-group.ts'
import { getMembership } from './records/get-membership.ts'
import { getPayout } from './records/get-payout.ts'
import { getProgram } from './records/get-program.ts'
import { getReferral } from './records/get-referral.ts'
import { identify } from './shops/identify.ts'
import { redactShop } from './shops/redact-shop.ts'
import { saveTerms } from './terms/save-terms.ts'

const all = [
  saveTerms,
  listPayouts,
  listPrograms,
  listGroups,
  listMemberships,
  listReferrals,
  listCommissions,
  getPayout,
  explainPayout,
  getProgram,
  getGroup,
  getMembership,
  getReferral,
  getCommission,
  identify,
  redactShop,
] as const satisfies readonly Operation[]

type Operations = { readonly [Each in (typeof all)[number] as Each['id']]: Each }

/** Every operation of the interface (section 4) and what was added beside them (D61, D75, D130), by its id. */
export const operations = Object.fromEntries(all.map((each) => [each.id, each])) as unknown as Operations

/** The name of an operation. */
export type OperationId = keyof typeof operations

/** The name of an operation that lists records. */
export type ListId = {
  [Id in OperationId]: Operations[Id] extends ListOperation ? Id : never
}[OperationId]

/** A row of a section, as it is sent: with all that a client can do without, too. */
export type ListRow<Id extends ListId> = Required<z.output<Operations[Id]['row']>>

/** The operations that list records. */
export const listOperations = all.filter((operation) => 'row' in operation)

/** The name of an operation that reads one record, whole or a part of it. */
export type RecordId = {
  [Id in OperationId]: Operations[Id] extends { readonly record: string } ? Id : never
}[OperationId]

/** A record, or a part of it, as it is sent. */
export type RecordOf<Id extends RecordId> = z.output<Operations[Id]['response']>

/** The operations that read one record. */
export const recordOperations = all.filter((operation) => 'record' in operation)
