import { formatAmount } from '@affiliate-platform/contract'
import { seedStory } from '@affiliate-platform/operator/demo'
import { listBalances } from '@affiliate-platform/platform/balances'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectMcp, createMcpKey, type McpClient } from './mcp-client.ts'

let service: ListeningService
let workspaceId: string
let mcp: McpClient
let sent: string[]

// The demo's story ends today; its latest payments were made 30 days ago.
const since = new Date(Date.now() - 31 * 86_400_000).toISOString()

beforeAll(async () => {
  service = await startTestService()
  workspaceId = await seedStory(service.database)
  const ids = { ...service.ids, workspaceId }
  mcp = await connectMcp(service, await createMcpKey({ database: service.database, ids }, []))
})

afterAll(async () => {
  await mcp.client.close()
  await service.close()
})

beforeEach(() => {
  sent = []
})

/** Asks the one way that an assistant has, and counts. */
async function ask(name: string, args: object) {
  const result = await mcp.call(name, args)
  sent.push(JSON.stringify(result))
  return result
}

const toText = (amountMinor: bigint, currency: string) =>
  amountMinor < 0n
    ? `-${formatAmount({ amountMinor: `${-amountMinor}`, currency })}`
    : formatAmount({ amountMinor: `${amountMinor}`, currency })

test('says whom is owed what, why, and what changed in a month, in four calls and 12 kB [D365] [D484]', async () => {
  const known = await listBalances(service.database, { workspaceId })
  const owed = known.map((row) => ({
    ...row,
    allMinor: BigInt(row.dueMinor) + BigInt(row.heldMinor) + BigInt(row.unpaidMinor),
  }))

  const balances = await ask('list_balances', { since, byMembership: true })

  expect(balances['nextCursor']).toBeNull()
  const rows: { memberName: string; closing: string; opening: string }[] = balances['items']
  expect(rows.map(({ memberName, closing }) => [memberName, closing])).toEqual(
    owed.flatMap(({ memberName, currency, allMinor }) =>
      allMinor === 0n && !rows.some((row) => row.memberName === memberName)
        ? []
        : [[memberName, toText(allMinor, currency)]],
    ),
  )
  expect(new Set(rows.map(({ opening, closing }) => opening === closing))).toContain(false)
  for (const { currency, closingMinor } of balances['totals']) {
    const all = owed.filter((row) => row.currency === currency)
    expect(closingMinor).toBe(`${all.reduce((sum, { allMinor }) => sum + allMinor, 0n)}`)
  }

  const [most] = owed.toSorted((one, other) => Number(other.allMinor - one.allMinor))
  const why = await ask('explain', { record: 'membership', id: most?.membershipId, limit: 50 })

  expect(why['memberName']).toBe(most?.memberName)
  expect(why['nextCursor']).toBeNull()
  const [balance] = why['balances']
  for (const [name, minor] of [
    ['due', most?.dueMinor],
    ['held', most?.heldMinor],
  ] as const) {
    const sum = sumUp(why['parts'].map((part: Readonly<Record<string, string>>) => part[name]))
    expect([balance[`${name}Minor`], sum]).toEqual([minor, toText(BigInt(`${minor}`), balance.currency)])
  }

  const changes = await ask('list_changes', { from: since, limit: 5 })

  expect(changes['items'][2]).toMatchObject({ actorName: 'Mia', subject: 'evidence', name: 'Harbour Studio' })
  expect(sent.length).toBeLessThanOrEqual(4)
  expect(Buffer.byteLength(sent.join(''))).toBeLessThan(12_000)
})

test('five questions more take two calls and 8 kB each at most [D484]', async () => {
  const apps = await mcp.call('list_apps')
  const appId = apps['items'][0].id

  // What is disputed, by whom, and why?
  const [disputed] = (await ask('list_payouts', { appId, status: 'disputed' }))['items']
  const { disputes } = await ask('get_payout', { appId, id: disputed.id })
  expect([disputed.memberName, disputes.items[0].reason]).toEqual([
    'Kaito Commerce',
    expect.stringMatching(/./),
  ])
  expectShort()

  // What does a payout consist of?
  const payout = await ask('get_payout', { appId, id: disputed.id })
  expect(payout['lines'].items.length).toBeGreaterThan(1)
  for (const line of payout['lines'].items)
    expect([line.shopDomain, line.signedAmount]).toEqual([
      expect.stringMatching(/\.myshopify\.com$/),
      expect.stringMatching(/ JPY$/),
    ])
  expectShort()

  // Who changed terms last, and whose?
  const terms = await ask('list_changes', { subject: 'terms_version', limit: 1 })
  expect(terms['items']).toMatchObject([{ actorName: 'Ada', name: 'Standard' }])
  expectShort()

  // Why has a shop earned nothing?
  const [latest] = (await ask('list_referrals', { appId, limit: 1 }))['items']
  const shop = await ask('explain', { record: 'shop', id: latest.shopDomain })
  expect(shop['entries']).toEqual([])
  expect(shop['evidence'][0]).toMatchObject({ memberName: latest.memberName, verdict: { code: 'accepted' } })
  expectShort()

  // What is held, and until when?
  const known = await listBalances(service.database, { workspaceId })
  const { totals } = await ask('preview_payouts', { limit: 1 })
  const heldOf = (rows: readonly { heldMinor: string; currency: string }[]) =>
    rows.reduce((sum, row) => sum + (row.currency === 'USD' ? BigInt(row.heldMinor) : 0n), 0n)
  expect(heldOf(totals)).toBe(heldOf(known))
  const { parts } = await ask('explain', { record: 'membership', id: disputed.membershipId })
  expect(parts[0]).toMatchObject({ held: '8739 JPY', heldUntil: expect.stringMatching(/^20\d\d-/) })
  expectShort()
})

/** Of the calls since the last time. */
function expectShort(): void {
  expect(sent.length).toBeLessThanOrEqual(2)
  expect(Buffer.byteLength(sent.join(''))).toBeLessThan(8_000)
  sent = []
}

/** Adds amounts of US dollars up as texts, as an assistant reads them. */
function sumUp(texts: readonly (string | undefined)[]): string {
  const cents = texts.map((text) => BigInt(text?.replace(/\.| USD/g, '') ?? 0))
  return toText(
    cents.reduce((sum, each) => sum + each, 0n),
    'USD',
  )
}
