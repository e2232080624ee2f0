import type { Queryable, Statement } from '../database/database.ts'

/** The ways to pay a member. `other` leaves it to the operator. */
export const payeeMethods = ['paypal', 'wise', 'sepa', 'other'] as const

/** One way to pay a member. */
export type PayeeMethod = (typeof payeeMethods)[number]

/** What a payee is. */
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

/** A payee that is to be. */
export interface NewPayee extends PayeeDetails {
  readonly id: string
  readonly workspaceId: string
  readonly membershipId: string
  /** Without it from now on. */
  readonly effectiveFrom: Date | undefined
  readonly actor: string
}

/** A payee as it was recorded. The one with the greatest `effectiveFrom` not after a time applies then. */
export interface Payee extends PayeeDetails {
  readonly id: string
  readonly effectiveFrom: Date
  readonly actor: string
  readonly createdAt: Date
}

const insertStatement: Statement = {
  name: 'payee_insert',
  text: `
    with latest as (
      select id, effective_from, (name, coalesce(kind, 'person'), method, email, iban, bic, town, country) as details
      from payees
      where workspace_id = $1 and membership_id = $3 and effective_from <= coalesce($4, now())
      order by effective_from desc, id desc
      limit 1
    ), repeated as (
      select id
      from latest
      where details is not distinct from
          ($5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::text)
        and effective_from = coalesce($4, effective_from)
    ), added as (
      insert into payees
        (workspace_id, id, app_id, membership_id, effective_from, name, kind, method, email, iban, bic, town, country,
         actor)
      select workspace_id, $2, app_id, id, coalesce($4, date_trunc('milliseconds', now())), $5, $6, $7, $8, $9, $10, $11,
        $12, $13
      from memberships
      where workspace_id = $1 and id = $3 and not exists (select from repeated)
      returning id
    )
    select id from added union all select id from repeated`,
}

const listStatement: Statement = {
  name: 'payee_list',
  text: `
    select
      id, effective_from as "effectiveFrom", name, coalesce(kind, 'person') as kind, method, email, iban, bic, town,
      country, actor, created_at as "createdAt"
    from payees
    where workspace_id = $1 and membership_id = $2
    order by effective_from desc, id desc`,
}

/**
 * Records how a membership is paid from a time on. Earlier payees stay on record. The same details for the same time
 * are a repetition, and add nothing.
 *
 * @returns the id of the payee, or of the one that it repeats; `undefined` where there is no such membership
 */
export async function insertPayee(database: Queryable, payee: NewPayee): Promise<string | undefined> {
  const {
    workspaceId,
    id,
    membershipId,
    effectiveFrom,
    name,
    kind,
    method,
    email,
    iban,
    bic,
    town,
    country,
    actor,
  } = payee
  const details = [name, kind, method, email, iban, bic, town, country]
  const values = [workspaceId, id, membershipId, effectiveFrom ?? null, ...details, actor]
  const [recorded] = await database.query<Pick<Payee, 'id'>>(insertStatement, values)
  return recorded?.id
}

/** Lists every payee that a membership ever had, the latest first. */
export async function listPayees(
  database: Queryable,
  { workspaceId, membershipId }: Pick<NewPayee, 'workspaceId' | 'membershipId'>,
): Promise<readonly Payee[]> {
  return await database.query<Payee>(listStatement, [workspaceId, membershipId])
}
