import { randomUUID } from 'node:crypto'
import type { Database } from '@affiliate-platform/platform/database'
import { expect } from 'vitest'

/** What clients saw of their writes while faults went on around them. */
export interface WriteLedger {
  /** The body that each idempotency key got. */
  readonly acknowledged: Map<string, string>
  /** Writes that were sent more than once because no response, or a temporary rejection, had come. */
  retried: number
  /** Those of them that had been committed before: the retry got the stored bytes. */
  replayed: number
}

/** One attempt at a write; `undefined` when it has to be sent again. */
export type Attempt = (
  idempotencyKey: string,
) => Promise<{ readonly body: string; readonly isReplay: boolean } | undefined>

/** Creates an empty ledger. */
export function createLedger(): WriteLedger {
  return { acknowledged: new Map(), retried: 0, replayed: 0 }
}

/** Writes under one new key after another, each until it is acknowledged, as a careful client does. */
export async function keepWriting(
  ledger: WriteLedger,
  attempt: Attempt,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const idempotencyKey = randomUUID()
    for (let attempts = 1; !ledger.acknowledged.has(idempotencyKey); attempts += 1) {
      const response = await attempt(idempotencyKey)
      if (attempts === 2) ledger.retried += 1
      if (response === undefined) continue
      ledger.acknowledged.set(idempotencyKey, response.body)
      if (response.isReplay) ledger.replayed += 1
    }
  }
}

/** Checks that every acknowledged write is there as it was acknowledged, and that nothing else was written. */
export async function expectNothingLost(
  database: Database,
  { acknowledged }: WriteLedger,
  startedAtMs: number,
): Promise<void> {
  const text = `
    select record.idempotency_key as key, record.body
    from idempotency_records record
    join terms_versions version on version.id = (record.body::jsonb ->> 'id')::uuid`
  const rows = await database.query<{ key: string; body: string }>({ name: 'test_kept', text }, [])
  const kept = new Map(rows.map(({ key, body }) => [key, body]))
  expect([...acknowledged].filter(([key, body]) => kept.get(key) !== body)).toEqual([])
  expect(await countVersionsSince(database, startedAtMs)).toBe(acknowledged.size)
}

/** Counts the terms versions that were saved since an instant, or all. */
export async function countVersionsSince(database: Database, instantMs = 0): Promise<number> {
  const text = 'select count(*) from terms_versions where created_at >= $1'
  const values = [new Date(instantMs)]
  const [row] = await database.query<{ count: string }>({ name: 'test_versions_since', text }, values)
  return Number(row?.count)
}

/** What came of the writes, in one line. */
export function describeLedger({ acknowledged, retried, replayed }: WriteLedger): string {
  return `${acknowledged.size} acknowledged, 0 lost, 0 doubled; ${retried} retried, of which ${replayed} had been committed pending`
}
