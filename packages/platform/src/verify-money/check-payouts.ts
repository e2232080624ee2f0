import { readAtLength } from '../database/statements/at-length.ts'
import type { Statement } from '../database/statements/database.ts'
import type { MoneyDifference, VerifiedLedger } from './verified-ledger.ts'

interface PayoutRow {
  readonly id: string
  readonly amountMinor: string
  readonly lineCount: number
  readonly isVoided: boolean
  /** What its lines come to. */
  readonly sumMinor: string
  readonly lines: number
  /** Lines of another member, or in another currency. */
  readonly foreigners: number
  /** Lines that no other payout may take. */
  readonly living: number
}

const rowsMax = 500

const listPayoutsStatement: Statement = {
  name: 'verify_list_payouts',
  text: `
    select
      payout.id, payout.amount_minor::text as "amountMinor", payout.line_count as "lineCount",
      payout.is_voided as "isVoided", sums.*
    from (select * from payouts where workspace_id = $1 and id > $2 order by id limit ${rowsMax}) payout
    cross join lateral (
      select
        count(*)::integer as lines, coalesce(sum(commission.amount_minor), 0)::text as "sumMinor",
        (count(*) filter (
          where (commission.membership_id, commission.currency) <> (payout.membership_id, payout.currency)
        ))::integer as foreigners,
        (count(*) filter (where commission.payout_id is not distinct from payout.id))::integer as living
      from payout_commissions line
      join commissions commission on commission.workspace_id = $1 and commission.id = line.commission_id
      where line.workspace_id = $1 and line.payout_id = payout.id
    ) sums
    order by payout.id`,
}

/** Finds the first payout that is not the sum of its lines, or has lines that are not its own. */
export async function checkPayouts({
  database,
  workspaceId,
  tell,
}: VerifiedLedger): Promise<MoneyDifference | null> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const values = [workspaceId, after]
    const rows = await readAtLength(database, (tx) => tx.query<PayoutRow>(listPayoutsStatement, values))
    const wrong = rows.find((row) => !isSumOfItsLines(row))
    if (wrong !== undefined) {
      return {
        kind: 'payout',
        subject: { payoutId: wrong.id },
        expected: `${wrong.lineCount} lines of ${wrong.amountMinor}`,
        found: `${wrong.lines} lines of ${wrong.sumMinor}`,
      }
    }
    tell(rows.length)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsMax) return null
    after = last.id
  }
}

function isSumOfItsLines({ amountMinor, lineCount, isVoided, ...sums }: PayoutRow): boolean {
  return (
    sums.lines === lineCount &&
    sums.sumMinor === amountMinor &&
    sums.foreigners === 0 &&
    sums.living === (isVoided ? 0 : lineCount)
  )
}
