import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, type McpClient } from './mcp-client.ts'
import { readColumn } from './read-column.ts'

let service: ListeningService
let mcp: McpClient

beforeAll(async () => {
  service = await startTestService({ identifyQuotaRequestsMax: 100_000 })
  mcp = await connectMcp(service)
})

afterAll(async () => {
  await mcp.client.close()
  await service.close()
})

test('explains a shop without its app, unless several know it: then it says which [D484]', async () => {
  const { appId, otherAppId, referralId, workspaceId } = service.ids
  const text = `
    select shop_domain as id from referrals where workspace_id = $1 and app_id = $2
    except select shop_domain from referrals where app_id <> $2
    except select shop_domain from app_transactions where app_id <> $2
    order by id`
  const [only] = await service.database.query<{ id: string }>({ name: '', text }, [workspaceId, appId])
  const shop = { record: 'shop', id: only?.id, limit: 50 }

  expect(await mcp.call('explain', shop)).toEqual(await mcp.call('explain', { ...shop, appId }))
  expect(await mcp.reject('explain', { record: 'shop', id: 'nobody.myshopify.com' })).toMatchObject({
    code: 'access_denied',
  })
  const known = {
    record: 'shop',
    id: await readColumn(service.database, 'referrals.shop_domain', referralId),
  }
  expect(await mcp.reject('explain', known)).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/appId', message: `One of ${[appId, otherAppId].toSorted().join(', ')}.` }],
  })
  expect(await mcp.call('explain', { ...known, appId: otherAppId })).toMatchObject(known)
})

test('explains what a membership is owed in pages, and tells no one of a foreign one [D5] [D484]', async () => {
  const { membershipId: id, otherWorkspaceMembershipId } = service.ids
  const whole = await mcp.call('explain', { record: 'membership', id, limit: 50 })
  expect(whole['parts'].length).toBeGreaterThan(1)
  const parts = []
  let cursor: string | null = null
  do {
    const page = await mcp.call('explain', { record: 'membership', id, limit: 1, ...(cursor && { cursor }) })
    parts.push(...page['parts'])
    expect(page['balances']).toEqual(whole['balances'])
    cursor = page['nextCursor']
  } while (cursor !== null)

  expect(parts).toEqual(whole['parts'])
  const foreign = await mcp.reject('explain', { record: 'membership', id: otherWorkspaceMembershipId })
  expect(foreign.code).toBe('access_denied')
  expect(await mcp.reject('explain', { record: 'membership', id, appId: service.ids.appId })).toMatchObject({
    errors: [{ pointer: '/appId', code: 'invalid_combination' }],
  })
})
