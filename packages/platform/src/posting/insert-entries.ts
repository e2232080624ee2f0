import { type Entry, formatNano, positionKey, type SaleKind } from '@affiliate-platform/commission-engine'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Statement, Transaction } from '../database/statements/database.ts'
import { type IdSource, newId } from '../database/statements/new-id.ts'
import { tell } from '../outbox/tell.ts'
import { describePostings } from './describe-postings.ts'
import type { PositionStates } from './read-posted.ts'
import type { PostedReferral } from './read-shop.ts'

/** What entries are inserted with. */
export interface EntryContext extends AppScope {
  readonly referrals: readonly PostedReferral[]
  readonly positions: PositionStates
  /** The kind of each sale among the app transactions of the entries. */
  readonly saleKinds: ReadonlyMap<string, SaleKind>
  /** The import that led to them. */
  readonly runId: string | null
  /** Who changed the facts that led to them. */
  readonly actor: string
  /** Of the demo's backdated data, whose entries are booked as they accrue (D153). Default: new ids, booked now. */
  readonly idAt?: IdSource | undefined
  /** When the demo says that they were booked. */
  readonly bookedAt?: Date | undefined
}

// One statement: a sale that moves to another position is never in both.
const insertStatement: Statement = {
  name: 'commissions_insert',
  text: `
    insert into commissions
      (workspace_id, app_id, run_id, actor, id, program_id, group_id, membership_id, referral_id, contract_id, currency,
       sequence, entry, cause, platform_id, original_platform_id, sale_kind, base_before, base_change, amount_minor,
       accrued_at, available_at, created_at)
    select $1, $2, $3, $4, entry.*,
      coalesce($7, case when $6 then entry."accruedAt" else date_trunc('milliseconds', now()) end)
    from jsonb_to_recordset($5) as entry (
      "id" uuid, "programId" uuid, "groupId" uuid, "membershipId" uuid, "referralId" uuid, "contractId" uuid,
      "currency" text, "sequence" integer, "entry" text, "cause" text, "platformId" text, "originalPlatformId" text,
      "saleKind" text, "baseBefore" numeric, "baseChange" numeric, "amountMinor" numeric, "accruedAt" timestamptz,
      "availableAt" timestamptz
    )`,
}

/** Adds entries to the ledger, in their order. */
export async function insertEntries(
  tx: Transaction,
  entries: readonly Entry[],
  context: EntryContext,
): Promise<void> {
  if (entries.length === 0) return
  const { workspaceId, appId, runId, actor, idAt, bookedAt = null } = context
  const rows = toRows(entries, context)
  const isRetold = idAt !== undefined
  const values = [workspaceId, appId, runId, actor, JSON.stringify(rows), isRetold, bookedAt]
  await tx.query(insertStatement, values)
  tell(tx, workspaceId, describePostings(appId, rows))
}

function toRows(entries: readonly Entry[], { referrals, positions, saleKinds, idAt = newId }: EntryContext) {
  const referralById = new Map(referrals.map((referral) => [referral.id, referral]))
  const positionByKey = new Map(positions)
  return entries.map((entry) => {
    const { position, base, platformId, originalPlatformId } = entry
    const key = positionKey(position)
    const { sequence, baseNano } = positionByKey.get(key) ?? { sequence: 0, baseNano: 0n }
    // An install reward moves no base.
    const changeNano = base?.changeNano ?? 0n
    positionByKey.set(key, { sequence: sequence + 1, baseNano: baseNano + changeNano })
    const referral = referralById.get(position.referralId)
    return {
      id: idAt(entry.accruedAtMs),
      programId: referral?.programId,
      groupId: referral?.groupId ?? null,
      membershipId: referral?.membershipId,
      ...position,
      sequence: sequence + 1,
      entry: entry.entry,
      cause: entry.cause,
      platformId,
      originalPlatformId,
      saleKind: saleKinds.get(originalPlatformId ?? platformId ?? '') ?? null,
      baseBefore: formatNano(baseNano),
      baseChange: formatNano(changeNano),
      amountMinor: String(entry.amountMinor),
      accruedAt: new Date(entry.accruedAtMs),
      availableAt: new Date(entry.availableAtMs),
    }
  })
}
