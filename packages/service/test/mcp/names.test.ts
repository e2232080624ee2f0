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

test.each(['list_payouts', 'list_commissions', 'list_referrals', 'list_memberships'])(
  'rows of %s name their members and shops [D484]',
  async (tool) => {
    const { items } = await mcp.call(tool, { appId: service.ids.appId, limit: 50 })

    expect(items.length).toBeGreaterThan(5)
    for (const { membershipId, memberName, referralId, shopDomain } of items.slice(0, 10)) {
      if (membershipId)
        expect(memberName).toBe(await readColumn(service.database, 'memberships.member_name', membershipId))
      if (referralId)
        expect(shopDomain).toBe(await readColumn(service.database, 'referrals.shop_domain', referralId))
      expect(memberName).toMatch(/./)
    }
  },
)

test('the amount of a commission has its sign, in a list, a record and a payout [D484]', async () => {
  const { appId } = service.ids
  const entries = new Map<string, string>()
  let paid: { readonly id: string; readonly payoutId: string; readonly shopDomain: string } | undefined
  let cursor: string | null = null
  do {
    const page = await mcp.call('list_commissions', { appId, ...(cursor && { cursor }) })
    for (const row of page['items']) {
      const { id, entry, amount, signedAmount } = row
      if (row.payoutId !== null && row.referralId !== null) paid = row
      expect(signedAmount).toBe(`${entry === 'reversal' ? '-' : ''}${amount.amount}`)
      entries.set(entry, id)
    }
    cursor = page['nextCursor']
  } while (cursor !== null)

  const id = entries.get('reversal')
  expect((await mcp.call('get_commission', { appId, id })).signedAmount).toMatch(/^-\d/)
  const { lines } = await mcp.call('get_payout', { appId, id: paid?.payoutId })
  const line = lines.items.find(({ commissionId }: { commissionId: string }) => commissionId === paid?.id)
  expect(line).toMatchObject({ signedAmount: expect.stringMatching(/^-?\d/), shopDomain: paid?.shopDomain })
})
