import {
  baseKey,
  type Posted,
  type PostedBase,
  type PostedReward,
  positionKey,
} from '@affiliate-platform/commission-engine'
import { importedCause } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { toNano } from './nano.ts'

/** The state of a position: its last entry's number, and its cumulated base. */
export interface PositionState {
  readonly sequence: number
  readonly baseNano: bigint
}

/** The state of each position of some referrals, by `positionKey`. */
export type PositionStates = ReadonlyMap<string, PositionState>

interface PositionRow {
  readonly referralId: string
  readonly contractId: string
  readonly currency: string
}

// One look-up for each position, at the end of its entries: it costs the same however many there are. The orders name
// the index: without statistics, all of them seem alike to the planner.
const readPositionStatesStatement: Statement = {
  name: 'posting_read_positions',
  text: `
    with recursive position as (
      select contract.referral_id, contract.id as contract_id, first.currency
      from referral_contracts contract
      cross join lateral (
        select currency
        from commissions
        where workspace_id = $1 and referral_id = contract.referral_id and contract_id = contract.id
        order by currency, sequence
        limit 1
      ) first
      where contract.workspace_id = $1 and contract.referral_id = any($2::uuid[])
      union all
      select position.referral_id, position.contract_id, following.currency
      from position
      cross join lateral (
        select currency
        from commissions
        where workspace_id = $1
          and referral_id = position.referral_id
          and contract_id = position.contract_id
          and currency > position.currency
        order by currency, sequence
        limit 1
      ) following
    )
    select position.referral_id as "referralId", position.contract_id as "contractId", position.currency,
      last.sequence, last.base_before + last.base_change as base
    from position
    cross join lateral (
      select sequence, base_before, base_change
      from commissions
      where workspace_id = $1
        and referral_id = position.referral_id
        and contract_id = position.contract_id
        and currency = position.currency
      order by sequence desc
      limit 1
    ) last`,
}

// A base is known by its availability too (D186): a sale's corrected time moves it. The time of a base is that of its first entry.
const sumBases = (entries: string): string => `
    select
      referral_id as "referralId", contract_id as "contractId", currency, platform_id as "platformId",
      original_platform_id as "originalPlatformId", sum(base_change) as base, sum(amount_minor) as "amountMinor",
      (array_agg(accrued_at order by sequence))[1] as "accruedAt", available_at as "availableAt"
    from ${entries}
    where workspace_id = $1 and referral_id = any($2::uuid[]) and cause <> '${importedCause}'
    group by referral_id, contract_id, currency, platform_id, original_platform_id, available_at`

const sumBasesStatement: Statement = { name: 'posting_sum_bases', text: sumBases('commissions') }

// Looked up one by one: without statistics, the planner would read all entries of the referral.
const sumBasesOfStatement: Statement = {
  name: 'posting_sum_bases_of',
  text: sumBases(`
      unnest($4::text[]) as wanted (id)
      cross join lateral (
        select * from commissions
        where workspace_id = $1 and app_id = $3 and platform_id = wanted.id
        order by sequence
        offset 0
      ) entry`),
}

/** Reads the state of each position of some referrals. */
export async function readPositionStates(
  tx: Queryable,
  workspaceId: string,
  referralIds: readonly string[],
): Promise<PositionStates> {
  const rows = await tx.query<PositionRow & { sequence: number; base: string }>(readPositionStatesStatement, [
    workspaceId,
    referralIds,
  ])
  return new Map(
    rows.map(({ sequence, base, ...position }) => [
      positionKey(position),
      { sequence, baseNano: toNano(base) },
    ]),
  )
}

/** Adds up what is posted for some referrals: by app transaction, which is as many rows as they have sales. */
export async function readPosted(
  tx: Queryable,
  workspaceId: string,
  { referralIds, positions }: { readonly referralIds: readonly string[]; readonly positions: PositionStates },
): Promise<Posted> {
  return toPosted(await tx.query<SumRow>(sumBasesStatement, [workspaceId, referralIds]), positions)
}

/** Adds up what is posted for some app transactions of a shop. */
export async function readPostedOf(
  tx: Queryable,
  { workspaceId, appId, referrals, positions }: PostedShop,
  platformIds: readonly string[],
): Promise<Posted> {
  const values = [workspaceId, referrals.map(({ id }) => id), appId, platformIds]
  return toPosted(await tx.query<SumRow>(sumBasesOfStatement, values), positions)
}

interface PostedShop extends AppScope {
  readonly referrals: readonly { readonly id: string }[]
  readonly positions: PositionStates
}

function toPosted(rows: readonly SumRow[], positions: PositionStates): Posted {
  const bases = new Map<string, PostedBase>()
  const rewards = new Map<string, PostedReward>()
  for (const {
    platformId,
    originalPlatformId,
    base,
    amountMinor,
    accruedAt,
    availableAt,
    ...position
  } of rows) {
    const availableAtMs = availableAt.getTime()
    if (platformId === null) {
      rewards.set(positionKey(position), { position, amountMinor: BigInt(amountMinor), availableAtMs })
    } else {
      const key = { position, platformId, originalPlatformId, availableAtMs }
      bases.set(baseKey(key), { ...key, collectedAtMs: accruedAt.getTime(), baseNano: toNano(base) })
    }
  }
  return { bases, rewards, cumulatedNano: toCumulated(positions) }
}

/** The cumulated bases alone. */
export function toCumulated(positions: PositionStates): ReadonlyMap<string, bigint> {
  return new Map([...positions].map(([key, { baseNano }]) => [key, baseNano]))
}

interface SumRow extends PositionRow {
  readonly platformId: string | null
  readonly originalPlatformId: string | null
  readonly base: string
  readonly amountMinor: string
  readonly accruedAt: Date
  readonly availableAt: Date
}
