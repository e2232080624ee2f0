import { formatAmount } from '@affiliate-platform/contract'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { listBalances } from '@affiliate-platform/platform/balances'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, type McpClient } from './mcp-client.ts'

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

interface Row {
  readonly membershipId: string
  readonly closing: string
}

/** Everything that a tool pages through. */
async function walk(name: string, args: object) {
  const items = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await mcp.call(name, { ...args, ...(cursor && { cursor }) })
    items.push(...page['items'])
    cursor = page['nextCursor']
  }
  return items
}

test('says whom what is owed by the figures of the command, page by page [D132] [D365]', async () => {
  const known = await listBalances(service.database, { workspaceId: service.ids.workspaceId })
  const owed = known.flatMap(({ membershipId, currency, ...sums }) => {
    const minor = BigInt(sums.dueMinor) + BigInt(sums.heldMinor) + BigInt(sums.unpaidMinor)
    return minor === 0n ? [] : [`${membershipId} ${formatAmount({ amountMinor: `${minor}`, currency })}`]
  })
  expect(owed.length).toBeGreaterThan(10)

  const rows: Row[] = await walk('list_balances', { byMembership: true, limit: 7 })

  const said = rows.filter(({ closing }) => /[1-9]/.test(closing))
  expect(said.map(({ membershipId, closing }) => `${membershipId} ${closing}`)).toEqual(owed)
})

test('tells whom it owes what, why, and what changed in a month in four calls and 12 kB [D365]', async () => {
  const [since, asOf] = ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z']
  const balances = await mcp.call('list_balances', { since, asOf, byMembership: true, limit: 10 })
  const preview = await mcp.call('preview_payouts', { asOf, limit: 4 })
  const [{ id }] = (await mcp.call('list_payouts', { appId: service.ids.appId, status: 'unreported' }))[
    'items'
  ]
  const why = await mcp.call('explain', { record: 'payout', id, limit: 1 })
  const changes = await mcp.call('list_changes', { from: since, to: asOf, limit: 10 })

  expect(balances['totals'].length).toBeGreaterThan(0)
  expect(balances['items'].length).toBeGreaterThan(0)
  expect(why['entries'].length).toBeGreaterThan(0)
  const sent = [balances, preview, why, changes].map((result) => JSON.stringify(result).length)
  expect(sent.reduce((sum, bytes) => sum + bytes)).toBeLessThan(12_000)
})

test('says in a preview what would be paid, and amounts as a person reads them [D365]', async () => {
  const { items, totals } = await mcp.call('preview_payouts')
  const decisions = new Set(items.map(({ decision }: { decision: string }) => decision))
  expect(decisions).toContain('would_pay')
  expect(decisions).not.toContain('paid')
  for (const { currency, sumMinor, sum, heldMinor, held } of [...totals, ...items]) {
    const sign = sumMinor.startsWith('-') ? '-' : ''
    expect(sum).toBe(`${sign}${formatAmount({ amountMinor: sumMinor.replace('-', ''), currency })}`)
    if (heldMinor === '12345') expect(held).toBe('123.45 USD')
  }
  const [payout] = (await mcp.call('list_payouts', { appId: service.ids.appId }))['items']
  expect(payout.amount).toEqual({ ...payout.amount, amount: formatAmount(payout.amount) })
})

test('takes no state that there is not, and says which there are [D365]', async () => {
  const { tools } = await mcp.client.listTools()
  const listed = tools.find(({ name }) => name === 'list_payouts')?.inputSchema.properties?.['status']
  expect(listed).toEqual({ type: 'string', enum: expect.arrayContaining(['unreported', 'confirmed']) })
  expect(await mcp.reject('list_payouts', { appId: service.ids.appId, status: 'owed' })).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/status', message: expect.stringContaining('unreported') }],
  })
})

test('lists what was done, each once and as the audit has it, in pages of any size [D365]', async () => {
  const { workspaceId } = service.ids
  const filter = { workspaceId, subject: 'terms_version' }
  const known = await listAuditEntries(service.database, filter, { after: undefined, limit: 1000 })
  expect(known.length).toBeGreaterThan(10)

  const changes = await walk('list_changes', { subject: 'terms_version', limit: 3 })

  expect(changes).toMatchObject(
    known.map(({ recordedAt, actor, action, subject, subjectId }) => ({
      ...{ at: recordedAt.toISOString(), actor, action, subject, subjectId },
    })),
  )
  const all = await walk('list_changes', {})
  expect(new Set(all.map((entry: object) => JSON.stringify(entry))).size).toBe(all.length)
  expect((await mcp.reject('list_changes', { subject: 'nothing' })).code).toBe('invalid_request')
  expect(await mcp.call('list_changes', { to: '1960-01-01T00:00:00Z' })).toEqual({
    items: [],
    nextCursor: null,
  })
})

test('announces all tools in less than 25 kB [D365]', async () => {
  expect(JSON.stringify(await mcp.client.listTools()).length).toBeLessThan(25_000)
})
