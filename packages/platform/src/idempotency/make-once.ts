import type { IdempotencyClaim, IdempotencyRecord } from '@affiliate-platform/contract/server'
import type { Database, Transaction } from '../database/statements/database.ts'
import { toDatabaseFault } from '../database/statements/faults.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { findIdempotencyRecord, insertIdempotencyRecord } from './store.ts'

/** What a claim has made before: it has the id and never the secret (D344). */
export interface MadeBefore {
  readonly first: IdempotencyRecord
}

/**
 * Makes something with a secret once for a claim.
 *
 * @returns `undefined` where it cannot be made, also because a constraint rejects it
 */
export async function makeOnce<Made extends { readonly id: string }>(
  database: Database,
  claim: IdempotencyClaim,
  make: (tx: Transaction) => Promise<Made | undefined>,
): Promise<Made | MadeBefore | undefined> {
  try {
    return await database.transaction(async (tx) => {
      const first = await findIdempotencyRecord(tx, claim)
      if (first !== undefined) return { first }
      const made = await make(tx)
      if (made !== undefined) await rememberMade(tx, claim, made)
      return made
    })
  } catch (error) {
    if (toDatabaseFault(error) !== 'constraint') throw error
    // Another press of the same button was faster, or something that it names is not there.
    const first = await findIdempotencyRecord(database, claim)
    return first && { first }
  }
}

/** Remembers what was made for a claim. Its secret is kept nowhere. */
export async function rememberMade(
  tx: Transaction,
  claim: IdempotencyClaim,
  { id }: { readonly id: string },
): Promise<void> {
  const nowMs = (await readDatabaseTime(tx)).getTime()
  insertIdempotencyRecord(tx, claim, { status: 200, body: JSON.stringify({ id }), nowMs })
}
