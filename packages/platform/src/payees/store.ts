import type { Queryable, Statement } from '../database/statements/database.ts'

/** The ways to pay a member. `other` leaves it to the operator. */
export const payeeMethods = ['paypal', 'wise', 'sepa', 'other'] as const

/** One way to pay a member. */
export type PayeeMethod = (typeof payeeMethods)[number]

export type PayeeKind = 'person' | 'company'

/** Whom a membership's payouts go to, and how. */
export interface PayeeDetails {
  readonly name: string
  readonly kind: PayeeKind
  readonly method: PayeeMethod
  readonly email: string | null
  /** Without blanks. */
  readonly iban: string | null
  readonly bic: string | null
  /** Banks take an address only with town and country: without both there is none. */
  readonly town: string | null
  /** Two letters of ISO 3166-1. */
  readonly country: string | null
}

/** A payee as it was recorded. The one with the greatest `effectiveFrom` not after a time applies then. */
export interface Payee extends PayeeDetails {
  readonly id: string
  readonly effectiveFrom: Date
  readonly actor: string
  readonly createdAt: Date
}

const listStatement: Statement = {
  name: 'payee_list',
  text: `
    select
      id, effective_from as "effectiveFrom", name, coalesce(kind, 'person') as kind, method, email, iban, bic, town,
      country, actor, created_at as "createdAt"
    from payees
    where workspace_id = $1 and membership_id = $2 and details_salt is not null
    order by effective_from desc, id desc`,
}

/** Lists every payee that a membership ever had, the latest first, but for those that were erased. */
export async function listPayees(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly Payee[]> {
  return await database.query<Payee>(listStatement, [workspaceId, membershipId])
}
