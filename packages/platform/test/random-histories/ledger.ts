import { parseNano } from '@affiliate-platform/commission-engine'
import type { Database } from '../../src/database.ts'

/** A commission of the ledger. */
export interface LedgerEntry {
  readonly id: string
  readonly pair: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly availableAtMs: number
  /** When it was booked: what was posted together has one. */
  readonly bookedAtMs: number
  readonly payoutId: string | null
  readonly contractId: string | null
  /** Null for what was added by hand. */
  readonly position: string | null
  readonly baseBeforeNano: bigint
  readonly baseChangeNano: bigint
  readonly platformId: string | null
  readonly originalPlatformId: string | null
}

/** A payout with its lines. */
export interface LedgerPayout {
  readonly id: string
  readonly pair: string
  readonly amountMinor: bigint
  readonly isVoided: boolean
  /** Null for one by hand. */
  readonly asOfMs: number | null
  readonly lines: readonly string[]
}

/** Everything that the platform has booked for a workspace. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[]
  readonly payouts: readonly LedgerPayout[]
}

const listEntries = {
  name: 'test_list_ledger',
  text: `
    select id, membership_id as "membershipId", currency, amount_minor::text as amount, available_at as "availableAt",
      created_at as "bookedAt", payout_id as "payoutId", referral_id as "referralId", contract_id as "contractId",
      coalesce(base_before, 0)::text as before, coalesce(base_change, 0)::text as change, platform_id as "platformId",
      original_platform_id as "originalPlatformId"
    from commissions
    where workspace_id = $1
    order by referral_id, contract_id, currency, sequence, id`,
}

const listPayouts = {
  name: 'test_list_ledger_payouts',
  text: `
    select payout.id, payout.membership_id as "membershipId", payout.currency, payout.amount_minor::text as amount,
      payout.is_voided as "isVoided", run.as_of as "asOf",
      array(
        select line.commission_id::text from payout_commissions line
        where line.workspace_id = $1 and line.payout_id = payout.id
        order by line.commission_id
      ) as lines
    from payouts payout
    left join payout_runs run on run.workspace_id = $1 and run.id = payout.run_id
    where payout.workspace_id = $1
    order by payout.id`,
}

/** What a member has coming in a currency, as one text. */
export const pairOf = (membershipId: string, currency: string): string => `${membershipId} ${currency}`

/** Reads it. */
export async function readLedger(database: Database, workspaceId: string): Promise<Ledger> {
  const entries = await database.query<EntryRow>(listEntries, [workspaceId])
  const payouts = await database.query<PayoutRow>(listPayouts, [workspaceId])
  return {
    entries: entries.map(
      ({ membershipId, amount, availableAt, bookedAt, referralId, before, change, ...row }) => ({
        ...row,
        pair: pairOf(membershipId, row.currency),
        amountMinor: BigInt(amount),
        availableAtMs: availableAt.getTime(),
        bookedAtMs: bookedAt.getTime(),
        position: referralId && JSON.stringify([referralId, row.contractId, row.currency]),
        baseBeforeNano: parseNano(before) ?? -1n,
        baseChangeNano: parseNano(change) ?? -1n,
      }),
    ),
    payouts: payouts.map(({ membershipId, currency, amount, asOf, ...row }) => ({
      ...row,
      pair: pairOf(membershipId, currency),
      amountMinor: BigInt(amount),
      asOfMs: asOf?.getTime() ?? null,
    })),
  }
}

interface EntryRow
  extends Pick<
    LedgerEntry,
    'id' | 'currency' | 'payoutId' | 'contractId' | 'platformId' | 'originalPlatformId'
  > {
  readonly membershipId: string
  readonly amount: string
  readonly availableAt: Date
  readonly bookedAt: Date
  readonly referralId: string | null
  readonly before: string
  readonly change: string
}

interface PayoutRow extends Pick<LedgerPayout, 'id' | 'isVoided' | 'lines'> {
  readonly membershipId: string
  readonly currency: string
  readonly amount: string
  readonly asOf: Date | null
}

/** Adds up by a key, without what comes to 0. */
export function sumBy<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
  amountOf: (item: T) => bigint,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0n) + amountOf(item))
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort())
}
