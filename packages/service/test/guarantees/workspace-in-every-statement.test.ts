import { firstReceipt, listOperations, recordOperations, redeemSetupCode } from '@affiliate-platform/contract'
import { issueSetupCode } from '@affiliate-platform/platform/api-keys'
import type { Database, Queryable, Statement } from '@affiliate-platform/platform/database'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Asked {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** Statements about nobody's records: the key's own look-up tells the workspace, and the rest has none. */
const beforeAnyWorkspace =
  /^(?:credential_find_by_hash|setup_code_find_by_hash|sign_in_link_find_by_hash|session_find_by_hash|passkey_find_by_credential|service_read_secret|ready_ping|migrations_)/

let inner: Database
let asked: Asked[]
let service: TestService

beforeAll(async () => {
  inner = await openTestDatabase()
  asked = []
  const listen = (queryable: Queryable): Queryable => ({
    query: (statement, values) => {
      asked.push({ statement, values })
      return queryable.query(statement, values)
    },
  })
  const transaction: Database['transaction'] = (run) =>
    inner.transaction((tx) => {
      const write: typeof tx.write = (statement, values) => {
        asked.push({ statement, values })
        tx.write(statement, values)
      }
      return run({ ...listen(tx), write })
    })
  const session: Database['session'] = (run) => inner.session((held) => run(listen(held)))
  service = await createTestService({ database: { ...inner, ...listen(inner), session, transaction } })
  asked = []
})

afterAll(() => inner.close())

/** Every operation, down every way that leads to a statement of its own. */
async function callEverything(): Promise<void> {
  const { keys, ids, shops } = service
  const json = { rules: buildRules() }
  for (const headers of [{}, { 'Idempotency-Key': 'k' }, { 'Idempotency-Key': 'k' }]) {
    await saveTerms(service, { json, headers })
  }
  const { programId, groupId, membershipId } = ids
  const filters = { programId, groupId, membershipId, currency: 'USD', status: 'confirmed', search: 'a' }
  for (const { path, query, statuses } of listOperations) {
    const [status = ''] = statuses
    const given = Object.entries({ ...filters, status }).filter(([name]) => name in query.shape)
    for (const search of [{}, Object.fromEntries(given), { status }]) {
      const response = await service.fetch(`${path}?${new URLSearchParams(search)}`, { key: keys.affiliate })
      expect(response.status).toBe(200)
    }
  }
  for (const { path, record, query } of recordOperations) {
    const unit = 'unit' in query.shape ? '?unit=1' : ''
    const target = path.replace(':id', Object(ids)[`${record}Id`])
    expect((await service.fetch(`${target}${unit}`, { key: keys.affiliate })).status).toBe(200)
  }
  for (const { domain, accessToken } of shops.filter(({ behaviour }) => behaviour !== 'slow')) {
    const identification = { myshopifyDomain: domain, accessToken, appId: ids.appId }
    for (const sent of [identification, { ...identification, country: 'Norway' }]) {
      await service.fetch('/api/identify', { method: 'POST', key: keys.workspace, json: sent })
    }
  }
  const redact = { method: 'POST', key: keys.workspace, json: { myshopifyDomain: shops[0]?.domain } }
  expect((await service.fetch('/api/compliance/shop-redact', redact)).status).toBe(200)
  const issued = await issueSetupCode(inner, ids)
  const redeem = { method: 'POST', key: issued?.code ?? '' }
  expect((await service.fetch(redeemSetupCode.path, redeem)).status).toBe(200)
  const asked = `${firstReceipt.path}?appId=${service.ids.appId}&since=2026-01-01T00:00:00Z`
  expect((await service.fetch(asked, { key: service.keys.workspace })).status).toBe(200)
  for (let count = 0; count < 121; count += 1) {
    await service.fetch('/api/affiliate-platform/v1/payouts?limit=0', { key: keys.affiliate })
  }
}

test("every statement of every operation names the workspace, and it is the caller's [1-scope] [5-3] [D49]", async () => {
  await callEverything()
  const ofWorkspaces = asked.filter(({ statement }) => !beforeAnyWorkspace.test(statement.name))
  const names = new Set(ofWorkspaces.map(({ statement }) => statement.name))
  expect(names.size).toBeGreaterThan(50)
  for (const { statement, values } of ofWorkspaces) {
    expect(statement.text, statement.name).toMatch(
      /\bworkspace_id = \$1\b|redeem_setup_code\(\$1,|insert into \w+(?: as \w+)?\s*\(workspace_id,/,
    )
    expect(values[0], statement.name).toBe(service.ids.workspaceId)
  }
})
