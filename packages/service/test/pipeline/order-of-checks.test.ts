import { type ErrorCode, limits } from '@affiliate-platform/contract'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { countWrites } from '@affiliate-platform/test-support/terms-calls'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeEach, expect, test } from 'vitest'

const database = await openTestDatabase()
let service: TestService

// Every test has its own app, and with it a clock; a quota that is used up in one must not show in the next.
beforeEach(async () => {
  await database.query({ name: 'test_clear', text: 'delete from quota_windows' }, [])
  await database.query({ name: 'test_clear_keys', text: 'delete from idempotency_records' }, [])
  service = await createTestService({ database, affiliateQuotaRequestsMax: 2 })
})

afterAll(() => database.close())

type Faults = readonly (keyof typeof faults)[]

/** A request with some faults, each of which alone would be rejected with its own code. */
interface FaultyRequest {
  path: string
  key: string
  body: string
  headers: Record<string, string>
  isQuotaUsedUp: boolean
}

const faults = {
  not_found: (request) => {
    request.path = `${request.path}/history`
  },
  invalid_credential: (request) => {
    request.key = service.keys.affiliateRevoked
  },
  quota_exceeded: (request) => {
    request.isQuotaUsedUp = true
  },
  scope_denied: (request) => {
    request.key = service.keys.affiliatePayoutsOnly
  },
  body_too_large: (request) => {
    request.headers['Content-Length'] = String(limits.bodyBytesMax + 1)
  },
  unsupported_media_type: (request) => {
    request.headers['Content-Type'] = 'text/plain'
  },
  invalid_json: (request) => {
    request.body = request.body.slice(1)
  },
  invalid_request: (request) => {
    request.body = request.body.replace('"net"', '"neither"')
  },
  access_denied: (request) => {
    request.path = termsPath(service.ids.otherAppMembershipId)
  },
  idempotency_key_reused: (request) => {
    request.headers['Idempotency-Key'] = 'used'
  },
  terms_rejected: (request) => {
    request.body = request.body.replace('["subscription_sale"]', '[]')
  },
} satisfies Partial<Record<ErrorCode, (request: FaultyRequest) => void>>

const order = Object.keys(faults) as Faults

async function send(names: Faults): Promise<Response> {
  const request: FaultyRequest = {
    path: termsPath(service.ids.membershipId),
    key: service.keys.affiliate,
    body: JSON.stringify({ rules: buildRules() }),
    headers: { 'Content-Type': 'application/json' },
    isQuotaUsedUp: false,
  }
  const { path, key } = request
  if (names.includes('idempotency_key_reused')) {
    const json = { rules: buildRules({ rateBps: 1 }) }
    await service.fetch(path, { method: 'PATCH', key, json, headers: { 'Idempotency-Key': 'used' } })
  }
  for (const name of names) faults[name](request)
  if (request.isQuotaUsedUp) await useUpEveryQuota()
  const init = { method: 'PATCH', key: request.key, body: request.body, headers: request.headers }
  return await service.fetch(request.path, init)
}

async function useUpEveryQuota(): Promise<void> {
  const text = `
    insert into quota_windows (workspace_id, lineage_id, admitted_at_ms)
    select workspace_id, lineage_id, array[$1::bigint, $1::bigint] from api_keys
    on conflict (workspace_id, lineage_id) do update set admitted_at_ms = excluded.admitted_at_ms`
  await database.query({ name: 'test_use_up', text }, [service.clock.now()])
}

test.each(order)('rejects a request whose one fault is %s', async (name) => {
  await expectProblem(await send([name]), name)
})

const pairs = order.flatMap((earlier, index) =>
  order.slice(index + 1).map((later) => [earlier, later] as const),
)

// Two faults that cannot be in one request: an ended key holds no scopes to lack.
const possiblePairs = pairs.filter((pair) => pair.join() !== 'invalid_credential,scope_denied')

test.each(possiblePairs)('rejects with %s before %s [D7]', async (earlier, later) => {
  // The later fault is made first, so that the earlier one decides where both change the same thing.
  const response = await send([later, earlier])
  await expectProblem(response, earlier)
})

test('writes nothing when all faults come together [D7]', async () => {
  const before = await countWrites(service)
  const others = order.filter((name) => name !== 'idempotency_key_reused')
  await expectProblem(await send(others.toReversed()), 'not_found')
  expect(await countWrites(service)).toEqual(before)
})
