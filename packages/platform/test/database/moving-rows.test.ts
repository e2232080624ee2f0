import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toDatabaseFault } from '../../src/database/statements/faults.ts'
import { type Database, openPostgres } from '../../src/database.ts'

const update = {
  name: 'test_rename',
  text: 'update workspaces set name = $2 where workspace_id = $1',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a row that somebody holds for seconds', () => {
  const open = async (url: string) => {
    const database = await openPostgres(url)
    onTestFinished(() => database.close())
    return database
  }

  /** Holds a workspace while another process changes it, until that was in vain once; what became of the change. */
  async function changeHeld(url: string, change: (database: Database, id: string) => Promise<unknown>) {
    const [holder, rival] = [await open(url), await open(url)]
    const { workspaceId } = await insertApp(holder)
    return await holder.transaction(async (tx) => {
      await tx.query(update, [workspaceId, 'held'])
      const changing = change(rival, workspaceId).then(() => 'changed', toDatabaseFault)
      const startedAtMs = performance.now()
      // Longer than one attempt waits, and shorter than two.
      await tx.query({ name: 'test_hold', text: 'select pg_sleep(2.5)' }, [])
      expect(performance.now() - startedAtMs).toBeGreaterThan(2000)
      return { changing }
    })
  }

  const acts: readonly (readonly [string, (database: Database, id: string) => Promise<unknown>])[] = [
    ['a statement', (database, id) => database.query(update, [id, 'changed'])],
    ['a transaction', (database, id) => database.transaction((tx) => tx.query(update, [id, 'changed']))],
  ]

  test.each(acts)(
    'is waited for on a cluster, where rows move, and on no other server: %s [D478]',
    async (_, change) => {
      const url = await createPostgresCopy()
      const { changing: alone } = await changeHeld(url, change)
      expect(await alone).toBe('lock_timeout')
      const database = await open(url)
      await database.script(`create function citus_version() returns text language sql as $$ select '13' $$`)
      const { changing } = await changeHeld(url, change)
      expect(await changing).toBe('changed')
    },
  )
})
