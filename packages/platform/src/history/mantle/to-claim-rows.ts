import { readShopDomain } from '../../sales/shop-domain.ts'
import { type HistoryReason, type HistoryRow, toHistoryRow } from '../history-row.ts'
import type { MantleClaim } from './records.ts'
import type { RowContext } from './row-context.ts'
import { toInstant, toMemberId } from './to-rows.ts'

/** The row of a claim. A rejection beats an approval; what was not decided waits. */
export function toClaimRows(claim: MantleClaim, context: RowContext): readonly HistoryRow[] {
  const { file, number, digest } = context
  const { id: sourceId, affiliateId, affiliateProgramId: programId, customerName, decisionBy } = claim
  const decidedAt = claim.rejectedAt ?? claim.approvedAt
  const endedAt = toInstant(decidedAt)
  const occurredAt = toInstant(claim.date ?? claim.createdAt)
  const domain = [claim.appInstallation?.myshopifyDomain, customerName]
  const shopDomain = domain.map((text) => readShopDomain(text)).find((found) => found !== undefined) ?? null
  return [
    toHistoryRow({
      ...{ kind: 'claim', sourceId, file, number, digest, programId, shopDomain, occurredAt, endedAt },
      memberId: toMemberId(affiliateId, programId),
      state: decidedAt === null ? 'pending' : claim.rejectedAt === null ? 'approved' : 'rejected',
      content: {
        notes: claim.notes ?? customerName,
        decidedBy: decisionBy?.name ?? decisionBy?.email ?? null,
        decisionNotes: claim.decisionNotes,
      },
      reason: findFault(),
    }),
  ]

  function findFault(): HistoryReason | null {
    if (claim.deletedAt !== null) return 'deleted'
    if (shopDomain === null) return 'unreadable_shop'
    return occurredAt === null || (decidedAt !== null && endedAt === null) ? 'without_time' : null
  }
}
