import type { ExplainedPayout } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/database.ts'
import { type PayoutFact, type PayoutKey, selectPayoutFacts } from '../payouts/store.ts'
import { type CommissionRow, selectCommissions } from './commission-row.ts'
import { type PayoutRow, selectPayout, toExplainedPayout, toPaymentWords } from './explained-payout.ts'
import type { PaymentWords } from './to-facts.ts'

/** A payout with what was said about its payment, and the commission that one of its units comes from. */
export interface FoundUnit {
  readonly payout: ExplainedPayout
  readonly words: PaymentWords
  /** `undefined` where it was not written down. */
  readonly row: CommissionRow | undefined
}

/** A row whose times are texts, as they are within JSON. */
type Told<Row> = { readonly [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] }

interface UnitRow extends Omit<CommissionRow, 'id'> {
  readonly id: string | null
  readonly payout: Told<PayoutRow>
  readonly facts: readonly (Told<Omit<PayoutFact, 'paidAt'>> & { readonly paidAt: string | null })[] | null
}

// One statement: a request for one unit costs one round trip, and sees the payout and its facts at one moment.
const findStatement: Statement = {
  name: 'explain_find_unit',
  text: `
    select to_jsonb(payout) as payout, facts.told as facts, commission.*
    from (${selectPayout}) payout
    cross join lateral (select jsonb_agg(to_jsonb(fact)) as told from (${selectPayoutFacts}) fact) facts
    left join lateral (${selectCommissions(`(
      select commission_id
      from payout_units
      where workspace_id = $1 and payout_id = $2 and last_unit >= $3
      order by last_unit
      limit 1
    )`)}) commission on true`,
}

/** Finds a unit of a payout, with all that explains it; `undefined` where there is no such payout. */
export async function findUnit(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
  unit: bigint,
): Promise<FoundUnit | undefined> {
  const [found] = await database.query<UnitRow>(findStatement, [workspaceId, payoutId, `${unit}`])
  if (found === undefined) return undefined
  const { payout, facts, id, ...commission } = found
  const words = (facts ?? []).map(({ paidAt, createdAt, ...fact }) => ({
    ...fact,
    paidAt: paidAt === null ? null : new Date(paidAt),
    createdAt: new Date(createdAt),
  }))
  return {
    payout: toExplainedPayout({ ...payout, asOf: new Date(payout.asOf) }),
    words: toPaymentWords(words, payout.currency),
    row: id === null ? undefined : { ...commission, id },
  }
}
