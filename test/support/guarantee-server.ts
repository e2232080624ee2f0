// Usage: node guarantee-server.ts OPTIONS (JSON, see guarantee-process.ts). Serves the app with another quota than the
// product's, against the simulated Shopify; prints its port, and how many requests it took up once it has stopped.

import { demoPlatformClientId, seedDemo } from '@affiliate-platform/operator/demo'
import type { Database } from '@affiliate-platform/platform/database'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'
import {
  createApp,
  createLog,
  readSettings,
  serveMetrics,
  startServer,
  stopOnSignal,
} from '@affiliate-platform/service'
import { createShopifySimulator, defaultApp } from '@affiliate-platform/shopify-simulator'
import type { DeathPlan, GuaranteeServerOptions } from './guarantee-process.ts'

const options = JSON.parse(process.argv[2] ?? '') as GuaranteeServerOptions

const opened = await openDatabase(options.database)
await migrate(opened)
const { keys, ids, shops } = await seedDemo(opened)
const database = options.death === undefined ? opened : planDeath(opened, options.death)

const apps = [{ ...defaultApp, clientId: demoPlatformClientId }]
const simulator = createShopifySimulator({ shops: shops.map((shop) => ({ ...shop, apps })) })
for (const { domain, behaviour } of options.shopBehaviours ?? []) simulator.setBehaviour(domain, behaviour)

const served = await serveMetrics(readSettings({ ADMIN_PORT: '0' }), opened)
const app = await createApp({
  database,
  metrics: served?.metrics,
  platformFetch: simulator.fetch,
  log: createLog(options.logLevel ?? 'silent'),
  clientAddressHeader: 'x-real-ip',
  ...(options.quotaRequestsMax !== undefined && { affiliateQuotaRequestsMax: options.quotaRequestsMax }),
})
let begun = 0
const server = await startServer(
  {
    ...app,
    handle: (request) => {
      begun += 1
      return app.handle(request)
    },
  },
  { host: '127.0.0.1', port: 0 },
)
await stopOnSignal([server], database, () => {
  process.stdout.write(
    `${JSON.stringify({ port: server.port, metricsPort: served?.server.port, keys, ids, shops })}\n`,
  )
})
await served?.server.stop(0)
process.stdout.write(`${JSON.stringify({ begun })}\n`)

/** A database whose process ends itself in one of its transactions, as if it had been killed at that moment. */
function planDeath(inner: Database, { moment, transactions }: DeathPlan): Database {
  let left = transactions
  const dieAt = (here: DeathPlan['moment']): void => {
    if (here === moment && --left <= 0) process.kill(process.pid, 'SIGKILL')
  }
  return {
    ...inner,
    transaction: async (run) => {
      const result = await inner.transaction(async (tx) => {
        const writes: Parameters<typeof tx.write>[] = []
        const result = await run({ ...tx, write: (...write) => writes.push(write) })
        // Written, but not committed: at the end it would be one moment with the commit.
        for (const write of writes) await tx.query(...write)
        dieAt('before the commit')
        return result
      })
      dieAt('before the response')
      return result
    },
  }
}
