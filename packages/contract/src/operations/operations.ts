import type * as z from 'zod/mini'
import { identify } from './identify.ts'
import { listCommissions } from './list-commissions.ts'
import { listGroups } from './list-groups.ts'
import { listMemberships } from './list-memberships.ts'
import { listPayouts } from './list-payouts.ts'
import { listPrograms } from './list-programs.ts'
import { listReferrals } from './list-referrals.ts'
import type { Operation } from './operation.ts'
import { saveTerms } from './save-terms.ts'
import type { Section } from './section.ts'

/** Every operation of the interface (section 4). */
export const operations = {
  saveTerms,
  listPayouts,
  listPrograms,
  listGroups,
  listMemberships,
  listReferrals,
  listCommissions,
  identify,
} as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationId = keyof typeof operations

type Operations = typeof operations

/** The name of an operation that lists records. */
export type SectionId = {
  [Id in OperationId]: Operations[Id] extends Section ? Id : never
}[OperationId]

/** A row of a section, as it is sent. */
export type SectionRow<Id extends SectionId> = z.output<Operations[Id]['row']>

/** The operations that list records. */
export const sections = Object.values(operations).filter((operation) => 'row' in operation)
