import { payoutsPageSchema } from '@affiliate-platform/contract'
import { seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import type { PayoutStatus } from '@affiliate-platform/sdk'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { createApp } from '@affiliate-platform/service'
import { afterAll } from 'vitest'
import { describeClients } from './client-suite/describe-clients.ts'
import type { MakeTarget, Target } from './client-suite/target.ts'

const baseUrl = 'http://service.test'
const forgetQuota = { name: 'forget_quota', text: 'delete from quota_windows' }
const databases: Database[] = []
let sharedTarget: Promise<Target> | undefined

// Tests of the quota get a service of their own; all others share one that admits everything.
const makeTarget: MakeTarget = async (options) => {
  if (options?.quotaRequestsMax !== undefined && options.quotaRequestsMax < 120) {
    return await startService(options.quotaRequestsMax)
  }
  sharedTarget ??= startService(1_000_000)
  return await sharedTarget
}

async function startService(quotaRequestsMax: number): Promise<Target> {
  const database = await openDatabase({ inMemory: true })
  databases.push(database)
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  const filters = { membershipId: ids.membershipId }
  const app = await createApp({ database, affiliateQuotaRequestsMax: quotaRequestsMax })
  // Read with another key of the same app, so that the quota under test stays untouched.
  const url = `${baseUrl}/api/affiliate-platform/v1/payouts?${new URLSearchParams(filters)}`
  const headers = { Authorization: `Bearer ${keys.affiliatePayoutsOnly}` }
  const { items } = payoutsPageSchema.parse(await (await app.fetch(new Request(url, { headers }))).json())
  const { status = '', amount } = items[3] ?? {}
  const currency = amount?.currency ?? ''
  const matching = items.filter((row) => row.status === status && row.amount.currency === currency)
  let requests = 0
  return {
    baseUrl,
    fetch: async (input, init) => {
      requests += 1
      // A window far larger than any real one would make every request slow.
      if (quotaRequestsMax > 120 && requests % 100 === 0) await database.query(forgetQuota, [])
      return await app.fetch(new Request(input, init))
    },
    apiKeys: {
      affiliate: keys.affiliate,
      payoutsOnly: keys.affiliatePayoutsOnly,
      unknown: fakeApiKeys.unknown,
      workspace: keys.workspace,
      unknownWorkspace: fakeApiKeys.unknownWorkspace,
    },
    ...ids,
    foreignMembershipId: ids.otherAppMembershipId,
    filters,
    payoutIds: items.map(({ id }) => id),
    filtered: { status: status as PayoutStatus, currency, ids: matching.map(({ id }) => id) },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

afterAll(async () => {
  for (const database of databases) await database.close()
})

describeClients('the real service', makeTarget, process.env['GUARANTEE_SCALE'] === 'soak' ? 10_000 : 500)
