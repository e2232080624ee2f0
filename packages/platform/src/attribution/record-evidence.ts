import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import type { NamedBy } from './shop-history.ts'

/** A piece of evidence that is told. */
export interface NewEvidence extends ShopKey {
  readonly membershipId: string
  readonly linkId: string | null
  readonly kind: NamedBy
  /** Undefined: now. */
  readonly occurredAtMs: number | undefined
  readonly sourceId: string
  readonly reason: string | null
  readonly actor: string
}

const insertStatement: Statement = {
  name: 'evidence_insert',
  text: `
    insert into evidence
      (workspace_id, id, app_id, shop_domain, membership_id, link_id, kind, occurred_at, source_id, reason, actor)
    values (
      $1, $2, $3, $4, $5, $6, $7, least($8::timestamptz, date_trunc('milliseconds', now())), $9, $10, $11
    )
    on conflict (workspace_id, app_id, kind, source_id) do nothing
    returning id`,
}

const findStatement: Statement = {
  name: 'evidence_find',
  text: 'select id from evidence where workspace_id = $1 and app_id = $2 and kind = $3 and source_id = $4',
}

/** Records a piece of evidence, or finds it where it was told before. What lies ahead counts as of now. */
export async function recordEvidence(
  tx: Queryable,
  evidence: NewEvidence,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { workspaceId, appId, shopDomain, membershipId, linkId, kind, occurredAtMs, sourceId } = evidence
  const [inserted] = await tx.query<{ id: string }>(insertStatement, [
    ...[workspaceId, newId(), appId, shopDomain, membershipId, linkId, kind],
    occurredAtMs === undefined ? null : new Date(occurredAtMs),
    ...[sourceId, evidence.reason, evidence.actor],
  ])
  if (inserted !== undefined) return { id: inserted.id, isNew: true }
  const [known] = await tx.query<{ id: string }>(findStatement, [workspaceId, appId, kind, sourceId])
  if (known === undefined) throw new Error('The evidence is there: it could not be inserted.')
  return { id: known.id, isNew: false }
}
