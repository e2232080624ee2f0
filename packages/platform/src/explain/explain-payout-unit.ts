import type { operations, PayoutExplanation } from '@affiliate-platform/contract'
import { type RecordSource, unitOutOfRange } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import { type ExplainedRow, selectCommissions } from './commission-row.ts'
import { explainRow } from './explain-row.ts'
import { type PaidPayoutRow, selectPaidPayout, toPaidPayout } from './paid-payout.ts'
import { attributeUnit } from './payout-units.ts'

// One statement: a request for one unit costs one round trip, and sees the payout and its facts at one moment.
const findStatement: Statement = {
  name: 'explain_find_unit',
  text: `
    select paid.*, commission.*
    from (${selectPaidPayout}) paid
    left join lateral (${selectCommissions(`(
      select commission_id
      from payout_units
      where workspace_id = $1 and payout_id = $2 and last_unit >= $3
      order by last_unit
      limit 1
    )`)}) commission on true`,
}

/** A payout, and the commission that one of its units comes from; its id is null where that was not written down. */
type UnitRow = PaidPayoutRow & Omit<ExplainedRow, 'id'> & { readonly id: string | null }

/** Explains one unit of a payout; `undefined` where there is no such payout or unit. */
export async function explainPayoutUnit(
  database: Queryable,
  key: PayoutKey,
  unit: bigint,
): Promise<PayoutExplanation | undefined> {
  const explained = await explainUnit(database, key, unit)
  return explained === 'no_unit' ? undefined : explained
}

/** Explains one unit of a payout of an app. */
export const payoutExplanation: RecordSource<typeof operations.explainPayout, RequestContext> = async (
  { database },
  { app, id, query },
) => {
  const key = { ...app, payoutId: id }
  const explained = await explainUnit(database, key, BigInt(query.unit))
  if (explained === 'no_unit') throw unitOutOfRange()
  return explained
}

async function explainUnit(
  database: Queryable,
  { appId, ...key }: PayoutKey & { readonly appId?: string },
  unit: bigint,
): Promise<PayoutExplanation | 'no_unit' | undefined> {
  const values = [key.workspaceId, key.payoutId, `${unit}`]
  const [found] = await database.query<UnitRow>(findStatement, values)
  if (found === undefined || found.appId !== (appId ?? found.appId)) return undefined
  const paid = toPaidPayout(found)
  if (unit < 1n || unit > BigInt(paid.payout.amount.amountMinor)) return 'no_unit'
  const { id } = found
  const row = id === null ? await attributeUnit(database, key, unit) : { ...found, id }
  if (row === undefined) throw new Error('Each unit of a payout comes from a commission.')
  const isExact = unit <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    unit: isExact ? JSON.parse(`${unit}`) : `${unit}`,
    payout: paid.payout,
    ...explainRow(row, paid),
  }
}
