import { headerNames, type OperationId } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import type { Queryable, Statement, Transaction } from '@affiliate-platform/platform/database'
import { jsonAnswer } from '../http/json-answer.ts'
import type { Answer } from '../http/message.ts'
import { ServiceError } from '../http/service-error.ts'

/** Names one action of one client: retries of it carry the same claim. */
export interface IdempotencyClaim {
  /** The credential whose lineage the key belongs to. */
  readonly credential: Credential
  readonly operation: OperationId
  /** The record that the action is about. */
  readonly targetId: string
  readonly key: string
  /** SHA-256 of the canonical body. */
  readonly fingerprint: Uint8Array
}

const findStatement: Statement = {
  name: 'idempotency_find',
  text: `
    select fingerprint, body
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

/** What was answered to a key's first request, and what that request was. */
export interface IdempotencyRecord {
  readonly fingerprint: Uint8Array
  readonly body: string
}

/** Finds the record of a claim's key; `undefined` when the claim is new. */
export async function findIdempotencyRecord(
  tx: Queryable,
  claim: IdempotencyClaim,
): Promise<IdempotencyRecord | undefined> {
  const [record] = await tx.query<IdempotencyRecord>(findStatement, keyValues(claim))
  return record
}

/**
 * Answers a claim from its record: byte for byte as the first request, marked as replayed.
 *
 * @throws ServiceError `idempotency_key_reused` when the key was used with another body
 */
export function replayAnswer(record: IdempotencyRecord, claim: IdempotencyClaim): Answer {
  if (Buffer.compare(record.fingerprint, claim.fingerprint) !== 0) {
    throw new ServiceError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body. Use a new key for a new action.',
    )
  }
  return jsonAnswer(record.body, { [headerNames.idempotencyReplayed]: 'true' })
}

/** Remembers the answer to a claim, in the transaction of the write that it answers: both happen, or neither. */
export function insertIdempotencyRecord(
  tx: Transaction,
  claim: IdempotencyClaim,
  { answer, nowMs }: { readonly answer: Answer; readonly nowMs: number },
): void {
  const values = [...keyValues(claim), claim.fingerprint, answer.status, answer.body, new Date(nowMs)]
  tx.write(insertStatement, values)
}

function keyValues({ credential, operation, targetId, key }: IdempotencyClaim): readonly unknown[] {
  return [credential.workspaceId, credential.lineageId, operation, targetId, key]
}
