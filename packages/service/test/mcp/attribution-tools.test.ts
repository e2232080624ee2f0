import { fileClaim, reportInstall } from '@affiliate-platform/platform/attribution'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, type McpClient } from './mcp-client.ts'

let service: ListeningService
let mcp: McpClient

beforeAll(async () => {
  service = await startTestService()
  mcp = await connectMcp(service)
})

afterAll(async () => {
  await mcp.client.close()
  await service.close()
})

test('an assistant reads which installs nobody explains, and of its own apps alone [D132] [D338]', async () => {
  const { database, ids } = service
  const { appId, workspaceId, otherWorkspaceAppId } = ids
  const before = await mcp.call('attribution_coverage', { appId })
  const shop = { appId, workspaceId, shopDomain: 'nobody.myshopify.com', actor: 'system' }
  await reportInstall(database, { ...shop, kind: 'installed', occurredAt: new Date().toISOString() })

  const after = await mcp.call('attribution_coverage', { appId })
  expect(after).toMatchObject({ installs: before['installs'] + 1, explained: before['explained'] })
  expect(after['unexplained']).toContainEqual(expect.objectContaining({ shopDomain: shop.shopDomain }))
  const limited = await mcp.call('attribution_coverage', { appId, limit: 1, from: '2020-01-01T00:00:00Z' })
  expect(limited['byMember'].length).toBeLessThanOrEqual(1)
  expect(await mcp.reject('attribution_coverage', { appId: otherWorkspaceAppId })).toMatchObject({
    code: 'access_denied',
  })
  const times = { from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  expect(await mcp.reject('attribution_coverage', { appId, ...times })).toMatchObject({
    errors: [{ pointer: '/to', code: 'invalid_combination' }],
  })
})

test('an assistant reads what a person has to decide, page by page, and decides nothing [D132] [D338]', async () => {
  const { database, ids } = service
  const { workspaceId, membershipId } = ids
  for (const shopDomain of ['one.myshopify.com', 'two.myshopify.com']) {
    const claim = { workspaceId, membershipId, shopDomain, reason: 'by mia@example.com', actor: 'system' }
    expect(await fileClaim(database, claim)).toMatchObject({ ok: true })
  }
  // Three of the demo come first.
  const first = await mcp.call('list_attribution_cases', { limit: 4 })
  expect(first['items'].slice(3)).toMatchObject([
    { kind: 'claim', shopDomain: 'one.myshopify.com', claim: 'by [e-mail withheld]', decision: null },
  ])
  const { items, nextCursor } = await mcp.call('list_attribution_cases', {
    ...{ limit: 4, cursor: first['nextCursor'] },
  })
  expect([items[0].shopDomain, nextCursor]).toEqual(['two.myshopify.com', null])
  expect((await mcp.call('list_attribution_cases', { decided: true }))['items']).toHaveLength(5)
})
