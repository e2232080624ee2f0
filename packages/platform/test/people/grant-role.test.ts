import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database.ts'
import { findAccount, grantRole, listOperators } from '../../src/people.ts'

const begin = { name: '', text: 'select now()' }

test.runIf(enginesAtHand.includes('postgres'))(
  'the last grant is in force, also where its transaction began before the one before it [D339]',
  async () => {
    const { database, ids, close } = await createTestService({ engine: 'postgres' })
    const accounts = await listOperators(database, ids.workspaceId)
    const accountId = accounts.find(({ name }) => name === 'Finn')?.id ?? ''
    const key = { workspaceId: ids.workspaceId, accountId }
    await database.transaction(async (tx) => {
      await tx.query(begin, [])
      await grantRole(database, key, { role: 'owner', actor: 'operator:test' })
      const within: Database = { ...database, transaction: (run) => run(tx) }
      await grantRole(within, key, { role: null, actor: 'operator:test' })
    })
    expect((await findAccount(database, key))?.role).toBeNull()
    await close()
  },
)
