import type { IdempotencyClaim, IdempotencyRecord } from './idempotency.ts'

/** What became of the actions of clients, by their claims. */
export interface IdempotencyRecords {
  find(claim: IdempotencyClaim): IdempotencyRecord | undefined
  insert(claim: IdempotencyClaim, first: Pick<IdempotencyRecord, 'status' | 'body'>): void
}

/** Makes records that this process remembers. */
export function createMemoryIdempotency(): IdempotencyRecords {
  const records = new Map<
    string,
    Omit<IdempotencyRecord, 'isSameRequest'> & { readonly canonicalBody: string }
  >()
  return {
    find: (claim) => {
      const record = records.get(toKey(claim))
      if (record === undefined) return undefined
      const { canonicalBody, ...first } = record
      return { isSameRequest: canonicalBody === claim.canonicalBody, ...first }
    },
    insert: (claim, { status, body }) => {
      records.set(toKey(claim), { canonicalBody: claim.canonicalBody, status, body })
    },
  }
}

const toKey = ({ workspaceId, lineageId, operation, targetId, key }: IdempotencyClaim): string =>
  JSON.stringify([workspaceId, lineageId, operation, targetId, key])
