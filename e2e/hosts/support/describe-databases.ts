import { startLocalPostgres } from '@affiliate-platform/test-support/local-postgres'
import { findPostgresBin } from '@affiliate-platform/test-support/postgres-installation'
import { afterAll, beforeAll, describe } from 'vitest'
import { isInstalled, startRedis } from '../../../packages/shopify-recipes/test/support/local-server.ts'
import { describeTwoProcesses, type Stages } from '../rows/two-processes.ts'
import { expressAdded, type Host } from './host.ts'
import { createStage } from './stage.ts'
import type { World } from './world.ts'

/** A database that runs, for the sessions of an app and its ledger. */
interface Database {
  readonly environment: NonNullable<Host['environment']>
  readonly stop: () => PromiseLike<void>
}

const postgres = {
  name: 'Express on PostgreSQL, two processes, by add',
  app: 'postgresql',
  isMissing: findPostgresBin() === undefined,
  needs: 'a Postgres',
  start: async (): Promise<Database> => {
    const server = await startLocalPostgres()
    if (server === undefined) throw new Error('Postgres does not start.')
    return { environment: { DATABASE_URL: server.url }, stop: server.stop }
  },
} as const

const redis = {
  name: 'Express on Redis, two processes, by add',
  app: 'redis',
  isMissing: !isInstalled.redis,
  needs: 'Redis (redis-server)',
  start: async (): Promise<Database> => {
    const server = await startRedis()
    const environment = { REDIS_URL: `redis://127.0.0.1:${server.port}` }
    return { environment, stop: () => server[Symbol.asyncDispose]() }
  },
} as const

/** Two processes of an app on each of the databases. */
export function describeDatabases(getWorld: () => World): void {
  for (const { name, app, isMissing, needs, start } of [postgres, redis]) {
    describe(name, { skip: isMissing, meta: { needs } }, () => {
      let database: Database
      let stages: Stages

      beforeAll(async () => {
        database = await start()
        const host = expressAdded(name, app, database.environment)
        stages = [await createStage(host, getWorld()), await createStage(host, getWorld())]
      })

      afterAll(async () => {
        for (const stage of stages) await stage.app.stop()
        await database.stop()
      })

      describeTwoProcesses(() => stages)
    })
  }
}
