import { hash } from 'node:crypto'
import type { IdempotencyClaim, IdempotencyRecord } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'

const findStatement: Statement = {
  name: 'idempotency_find',
  text: `
    select fingerprint, status, body
    from idempotency_records
    where workspace_id = $1 and lineage_id = $2 and operation = $3 and target_id = $4 and idempotency_key = $5`,
}

const insertStatement: Statement = {
  name: 'idempotency_insert',
  text: `
    insert into idempotency_records
      (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

/** The first response. */
type First = Omit<IdempotencyRecord, 'isSameRequest'>

/** Finds what became of a claim's key; `undefined` when the claim is new. */
export async function findIdempotencyRecord(
  tx: Queryable,
  claim: IdempotencyClaim,
): Promise<IdempotencyRecord | undefined> {
  const [record] = await tx.query<First & { readonly fingerprint: Uint8Array }>(
    findStatement,
    keyValues(claim),
  )
  if (record === undefined) return undefined
  const { status, body } = record
  return { isSameRequest: fingerprint(claim).equals(record.fingerprint), status, body }
}

/** Remembers the response to a claim, in the transaction of the write that it is for: both happen, or neither. */
export function insertIdempotencyRecord(
  tx: Transaction,
  claim: IdempotencyClaim,
  { status, body, nowMs }: First & { readonly nowMs: number },
): void {
  tx.write(insertStatement, [...keyValues(claim), fingerprint(claim), status, body, new Date(nowMs)])
}

const fingerprint = ({ canonicalBody }: IdempotencyClaim): Buffer => hash('sha256', canonicalBody, 'buffer')

function keyValues(claim: IdempotencyClaim): readonly unknown[] {
  return [claim.workspaceId, claim.lineageId, claim.operation, claim.targetId, claim.key]
}
