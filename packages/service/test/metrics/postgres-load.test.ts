import { openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'

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
