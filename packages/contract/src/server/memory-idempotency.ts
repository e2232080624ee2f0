import type { IdempotencyClaim, IdempotencyRecord } from './idempotency.ts'

/** What became of the actions of clients, by their claims. */
export interface IdempotencyRecords {
  find(claim: IdempotencyClaim): IdempotencyRecord | undefined
  insert(claim: IdempotencyClaim, first: Pick<IdempotencyRecord, 'body'>): void
}

/** Makes records that this process remembers. */
export function createMemoryIdempotency(): IdempotencyRecords {
  const records = new Map<string, { readonly canonicalBody: string; readonly body: string }>()
  return {
    find: (claim) => {
      const record = records.get(toKey(claim))
      return record && { isSameRequest: record.canonicalBody === claim.canonicalBody, body: record.body }
    },
    insert: (claim, { body }) => {
      records.set(toKey(claim), { canonicalBody: claim.canonicalBody, body })
    },
  }
}

const toKey = ({ workspaceId, lineageId, operation, targetId, key }: IdempotencyClaim): string =>
  JSON.stringify([workspaceId, lineageId, operation, targetId, key])
