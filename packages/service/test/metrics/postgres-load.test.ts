import { expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres.ts'
import { createGate } from '../support/gate.ts'
import { createPostgresCopy, enginesAtHand } from '../support/test-database.ts'

test.skipIf(!enginesAtHand.includes('postgres'))(
  'shows how many connections of the pool are at work, and how much waits for one [D48]',
  async () => {
    const database = await openPostgres(await createPostgresCopy())
    const gate = createGate()
    const transactions = Array.from({ length: 12 }, () => database.transaction(() => gate.promise))

    await expect.poll(() => database.load()).toEqual({ inUse: 10, waiting: 2 })
    gate.open()
    await Promise.all(transactions)

    expect(database.load()).toEqual({ inUse: 0, waiting: 0 })
    await database.close()
  },
)
