import { createMongoLedger } from '@affiliate-platform/shopify-recipes'
import { describe, expect, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'
import { createMongoCollection } from '../support/mongo-collection.ts'

const entry = { key: 'install:a', state: 'done', tasks: '', claim: 'c', sinceMs: 0, dueAtMs: null } as const

// No server can be had for these tests: the collection is a fake with the documented semantics.
describe('MongoDB ledger', () => {
  testLedger(() => createMongoLedger(createMongoCollection()))

  it('lets any fault out but that of a rival who was first [D262]', async () => {
    const fault = Object.assign(new Error('not primary'), { code: 10_107 })
    const ledger = createMongoLedger({ ...createMongoCollection(), insertOne: () => Promise.reject(fault) })
    await expect(ledger.replace('install:a', null, entry)).rejects.toBe(fault)
  })

  it('keeps no entry of another collection’s shape, and no key twice [D262]', async () => {
    const collection = createMongoCollection()
    const ledger = createMongoLedger(collection)
    await ledger.replace('install:a', null, entry)
    const { key, ...members } = entry
    expect(await collection.findOne({ _id: key })).toEqual({ _id: key, ...members })
  })
})
