import { readAtLength } from '../database/statements/at-length.ts'
import type { Database, Statement } from '../database/statements/database.ts'
import { checkEntries } from './check-entries.ts'
import { checkPayouts } from './check-payouts.ts'
import { checkShops } from './check-shops.ts'
import type { MoneyDifference, VerifiedLedger } from './verified-ledger.ts'

/** What a verification went through. */
export interface MoneyVerification {
  readonly appTransactions: number
  readonly commissions: number
  readonly payouts: number
  /** Sales that wait to be posted: the ledger does not have them yet. */
  readonly waiting: number
  /** Null where everything is as the facts say. */
  readonly difference: MoneyDifference | null
}

/** How far a verification is. */
export interface MoneyProgress {
  readonly what: 'shops' | 'commissions' | 'payouts'
  readonly verified: number
  /** How many there were when it began. */
  readonly total: number
}

const countStatement: Statement = {
  name: 'verify_count',
  text: `
    select
      (select count(distinct (app_id, shop_domain))::integer from referrals where workspace_id = $1) as shops,
      (select count(*)::integer from commissions where workspace_id = $1) as commissions,
      (select count(*)::integer from payouts where workspace_id = $1) as payouts,
      (select count(*)::integer from unposted_transactions where workspace_id = $1) as waiting`,
}

/**
 * Calculates anew what the sales, refunds and contracts of each shop should have led to, and finds the first commission or
 * payout that is something else. It writes nothing, and reads in parts: a shop, or some thousand rows, at a time.
 *
 * @param onProgress - told after each part
 *
 * @example
 * ```ts
 * const { difference } = await verifyMoney(database, workspaceId)
 * ```
 */
export async function verifyMoney(
  database: Database,
  workspaceId: string,
  onProgress: (progress: MoneyProgress) => void = () => {},
): Promise<MoneyVerification> {
  const totals = await count(database, workspaceId)
  const follow = (what: MoneyProgress['what']): VerifiedLedger => {
    let verified = 0
    const tell = (more: number) => {
      verified += more
      onProgress({ what, verified, total: totals[what] })
    }
    return { database, workspaceId, tell }
  }
  const { appTransactions, difference } = await checkShops(follow('shops'))
  const { commissions, payouts, waiting } = totals
  return {
    ...{ appTransactions, commissions, payouts, waiting },
    difference:
      difference ?? (await checkEntries(follow('commissions'))) ?? (await checkPayouts(follow('payouts'))),
  }
}

type Totals = Readonly<Record<MoneyProgress['what'] | 'waiting', number>>

async function count(database: Database, workspaceId: string): Promise<Totals> {
  const [totals] = await readAtLength(database, (tx) => tx.query<Totals>(countStatement, [workspaceId]))
  if (totals === undefined) throw new Error('Counting gives a row.')
  return totals
}
