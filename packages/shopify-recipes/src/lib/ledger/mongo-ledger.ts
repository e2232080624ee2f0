import { toRecord } from '../fault.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

/** A collection of the package `mongodb`, from 4.7 on; only these are called. */
export interface MongoLedgerCollection {
  findOne(filter: object): Promise<unknown>
  find(filter: object, options: object): { toArray(): Promise<unknown[]> }
  insertOne(document: object): Promise<unknown>
  replaceOne(filter: object, document: object): Promise<unknown>
  deleteOne(filter: object): Promise<unknown>
}

const duplicateKey = 11_000

/**
 * Makes a ledger in MongoDB, where nothing has to be created: the unique `_id` is what makes a claim atomic. It is read and
 * written as MongoDB does by default since 5.0, on the primary and by a majority.
 *
 * @param collection - one of its own, such as `client.db().collection('affiliate_ledger')`
 *
 * @example
 * ```ts
 * import { createMongoLedger, type MongoLedgerCollection } from '@affiliate-platform/shopify-recipes'
 *
 * declare const database: { collection(name: string): MongoLedgerCollection }
 * const ledger = createMongoLedger(database.collection('affiliate_ledger'))
 * ```
 */
export function createMongoLedger(collection: MongoLedgerCollection): Ledger {
  return {
    read: async (key) => {
      const found = await collection.findOne({ _id: key })
      return found === null ? null : toEntry(found)
    },
    replace: async (key, expected, next) => {
      if (expected === null) return next !== null && insert(collection, next)
      const filter = { _id: key, claim: expected }
      if (next === null) return isOne(await collection.deleteOne(filter), 'deletedCount')
      const { key: _, ...document } = next
      return isOne(await collection.replaceOne(filter, document), 'matchedCount')
    },
    listDue: async (kind, untilMs, limit) => {
      // The semicolon follows the colon in ASCII.
      const filter = { _id: { $gte: `${kind}:`, $lt: `${kind};` }, dueAtMs: { $lte: untilMs } }
      const found = await collection.find(filter, { sort: { dueAtMs: 1 }, limit }).toArray()
      return found.map(toEntry)
    },
  }
}

/** Inserts an entry, unless another process was first. */
async function insert(collection: MongoLedgerCollection, { key, ...entry }: LedgerEntry): Promise<boolean> {
  try {
    await collection.insertOne({ _id: key, ...entry })
    return true
  } catch (error) {
    if (toRecord(error)['code'] === duplicateKey) return false
    throw error
  }
}

const isOne = (result: unknown, count: string): boolean => toRecord(result)[count] === 1

function toEntry(document: unknown): LedgerEntry {
  const { _id: key, state, tasks, claim, sinceMs, dueAtMs } = toRecord(document)
  return {
    key: String(key),
    state: String(state) as LedgerEntry['state'],
    tasks: String(tasks),
    claim: String(claim),
    sinceMs: Number(sinceMs),
    dueAtMs: dueAtMs === null ? null : Number(dueAtMs),
  }
}
