import type { MongoLedgerCollection } from '@affiliate-platform/shopify-recipes'

type Stored = Readonly<Record<string, unknown>>

/**
 * A collection that answers as MongoDB documents it, in this process: a unique `_id`, one document at a time changed in one
 * step, copies in and out, and a range of numbers that holds no null.
 */
export function createMongoCollection(): MongoLedgerCollection {
  const documents = new Map<unknown, Stored>()
  // Every call is a round trip, in whose time others get in between.
  const ask = async <Value>(answer: () => Value): Promise<Value> => {
    await new Promise((resolve) => setImmediate(resolve))
    return structuredClone(answer())
  }
  const findOne = (filter: object) => [...documents.values()].find((one) => matches(one, filter)) ?? null
  return {
    findOne: (filter) => ask(() => findOne(filter)),
    find: (filter, options) => ({
      toArray: () =>
        ask(() => {
          const { sort, limit } = options as { sort: { dueAtMs: 1 }; limit: number }
          if (Object.keys(sort).join() !== 'dueAtMs') throw new Error('Not sorted by the time.')
          const found = [...documents.values()].filter((one) => matches(one, filter))
          return found.sort((a, b) => Number(a['dueAtMs']) - Number(b['dueAtMs'])).slice(0, limit)
        }),
    }),
    insertOne: (document) =>
      ask(() => {
        const { _id } = document as Stored
        if (documents.has(_id)) throw Object.assign(new Error('E11000 duplicate key error'), { code: 11_000 })
        documents.set(_id, structuredClone(document) as Stored)
        return { acknowledged: true, insertedId: _id }
      }),
    replaceOne: (filter, document) =>
      ask(() => {
        const found = findOne(filter)
        if (found === null) return { matchedCount: 0, modifiedCount: 0 }
        documents.set(found['_id'], { _id: found['_id'], ...structuredClone(document) })
        return { matchedCount: 1, modifiedCount: 1 }
      }),
    deleteOne: (filter) =>
      ask(() => {
        const found = findOne(filter)
        return { deletedCount: Number(found !== null && documents.delete(found['_id'])) }
      }),
  }
}

function matches(document: Stored, filter: object): boolean {
  return Object.entries(filter).every(([name, wanted]) =>
    typeof wanted === 'object' ? isWithin(document[name], wanted) : document[name] === wanted,
  )
}

const comparisons: Readonly<Record<string, (value: string | number, bound: string | number) => boolean>> = {
  $gte: (value, bound) => value >= bound,
  $lt: (value, bound) => value < bound,
  $lte: (value, bound) => value <= bound,
}

/** A comparison matches values of the bound's own type alone. */
function isWithin(value: unknown, bounds: object): boolean {
  return Object.entries(bounds).every(([operator, bound]) => {
    const compare = comparisons[operator]
    if (compare === undefined) throw new Error(`Unknown operator ${operator}`)
    return typeof value === typeof bound && compare(value as string | number, bound)
  })
}
