import type { Database } from '@affiliate-platform/platform/database'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Engine, enginesAtHand, openTestDatabase } from './test-database.ts'

const engines: readonly Engine[] = ['pglite', 'postgres']

/** Defines a suite once for each engine, on a database of its own. Without a real Postgres its half is skipped. */
export function describeOnEachEngine(title: string, define: (database: () => Database) => void): void {
  for (const engine of engines) {
    describe.skipIf(!enginesAtHand.includes(engine))(`${title}, on ${engine}`, () => {
      let database: Database | undefined
      beforeAll(async () => {
        database = await openTestDatabase(engine)
      })
      afterAll(() => database?.close())
      define(() => {
        if (database === undefined) throw new Error('The database is open while the tests run.')
        return database
      })
    })
  }
}
