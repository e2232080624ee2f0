import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { type BalancesAt, listBalancesAt, sumSql } from './balances-at.ts'
import { listPaymentChanges } from './payment-changes.ts'
import type { StatementFilter, StatementLine } from './statement-line.ts'

/** A member's balance of one currency, and how it came to that: `opening` and all lines add up to `closing`. */
export type MemberStatement =
  | {
      readonly ok: true
      readonly asOf: Date
      readonly openingMinor: bigint
      readonly closingMinor: bigint
      /** In the order of booking. */
      readonly lines: AsyncIterable<readonly StatementLine[]>
    }
  | (BalancesAt & { readonly ok: false })

// The rows of a member are found by their index, and sorted for each page: few and long ones.
const pageRows = 5000

const listStatement: Statement = {
  name: 'statement_list_commissions',
  text: `
    select record.id, record.created_at as at, ${sumSql} as kind, record.amount_minor::text as "amountMinor",
      referral.shop_domain as shop, referral.id as "referralId", record.sale_kind as "saleKind", record.reason as note
    from commissions record
    left join referrals referral on referral.workspace_id = $1 and referral.id = record.referral_id
    where record.workspace_id = $1 and record.membership_id = $2 and record.currency = $3
      and record.created_at <= $5 and (record.created_at, record.id) > ($4, $6::uuid)
    order by record.created_at, record.id
    limit ${pageRows}`,
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Reads the statement of a member: the same facts that their balances are sums of (D189), page by page. */
export async function readStatement(database: Database, filter: StatementFilter): Promise<MemberStatement> {
  const { currency } = filter
  const booked = await listBalancesAt(database, { ...filter, isByMembership: true })
  if (!booked.ok) return booked
  const balance = booked.balances.find((one) => one.currency === currency)
  const openingMinor = BigInt(balance?.openingMinor ?? 0)
  const closingMinor = BigInt(balance?.closingMinor ?? 0)
  const { asOf } = booked
  return { ok: true, asOf, openingMinor, closingMinor, lines: listLines(database, { ...filter, asOf }) }
}

async function* listLines(database: Queryable, filter: StatementFilter & { readonly asOf: Date }) {
  const payments = [...(await listPaymentChanges(database, filter))]
  const takeUntil = (at: Date) => {
    const later = payments.findIndex((payment) => payment.at >= at)
    return payments.splice(0, later < 0 ? payments.length : later)
  }
  for await (const page of listCommissions(database, filter)) {
    yield page.flatMap((line) => [...takeUntil(line.at), line])
  }
  yield payments
}

async function* listCommissions(
  database: Queryable,
  { workspaceId, membershipId, currency, since, asOf }: StatementFilter & { readonly asOf: Date },
) {
  let [at, id] = [since, lastId]
  for (;;) {
    const values = [workspaceId, membershipId, currency, at, asOf, id]
    const page = await database.query<StatementLine>(listStatement, values)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    at = last.at
    id = last.id
  }
}
