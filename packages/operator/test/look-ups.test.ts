import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { type App, createApp } from '@affiliate-platform/service'
import { buildTermsBody, termsPath } from '@affiliate-platform/test-support/terms'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

const dayMs = 86_400_000

describe.skipIf(!enginesAtHand.includes('postgres'))('on the demo in a real Postgres', () => {
  let line: CommandLine
  let screen: CommandLine
  let database: Database
  let app: App
  let nowMs = Date.now() - 3 * dayMs
  let demo: { keys: Record<string, string>; ids: Record<string, string> }
  let here: string

  beforeAll(async () => {
    const url = await createPostgresCopy()
    line = createCommandLine({ DATABASE_URL: url })
    screen = createCommandLine({ DATABASE_URL: url }, 80)
    demo = Object(await line.json('seed'))
    here = `--workspace ${demo.ids['workspaceId']}`
    database = await openDatabase({ url })
    app = await createApp({ database, clock: () => nowMs })
  })

  afterAll(() => database.close())

  async function send(path: string, { key, ...init }: { key: string; method: string; body: unknown }) {
    const headers = {
      Authorization: `Bearer ${demo.keys[key]}`,
      'Content-Type': 'application/json',
    }
    const request = new Request(`http://service.test${path}`, {
      ...init,
      headers,
      body: JSON.stringify(init.body),
    })
    const response = await app.fetch(request)
    expect(response.status).toBe(200)
    return Object(await response.json())
  }

  test('tells which terms version applies, which are past and which are scheduled [D12]', async () => {
    const membershipId = demo.ids['membershipId'] ?? ''
    const history = `terms history ${membershipId} ${here}`
    const before = Object(await line.json(history)).length
    const save = (rateBps: number, effectiveAtMs: number) =>
      send(termsPath(membershipId), {
        key: 'affiliate',
        method: 'PATCH',
        body: { ...buildTermsBody({ rateBps }), effectiveAt: new Date(effectiveAtMs).toISOString() },
      })
    const scheduled = await save(3000, Date.now() + dayMs)
    const past = await save(1000, nowMs + 1000)
    const applies = await save(2000, nowMs + 2000)

    expect(Object(await line.json(history)).slice(before)).toMatchObject([
      { id: past.id, state: 'past', rules: { rateBps: 1000 } },
      { id: applies.id, state: 'applies', supersedes: past.id },
      { id: scheduled.id, state: 'scheduled', effectiveAt: scheduled.effectiveAt },
    ])
    const { stdout, stderr } = await line.run(`${history} --limit 2`)
    expect(stdout).toMatch(
      /^id +state +effective at .* rate +cpi +threshold +sales +months +hold days +window days +existing shops +manual claims\n/,
    )
    expect(stdout).toMatch(
      / applies .* 10\.00 USD +25\.00 USD .*\n.* scheduled .* 10\.00 USD +25\.00 USD .*\n$/,
    )
    expect(stderr).toBe('There are earlier ones: raise --limit.\n')

    const all = (await screen.value(history)).split('\n')
    expect(all[0]).toMatch(/^state +effective at +rate +changed /)
    const changes = all.slice(before + 2).map((row) => row.split(/ {2,}/)[3])
    expect(changes).toEqual(['rate', 'rate'])
    expect(all[1]).toMatch(/ % of \w+ +- /)
    // The version before is known where it is not shown.
    expect((await screen.value(`${history} --limit 1`)).split('\n')[1]).toMatch(
      /^scheduled .* 30 % of net +rate /,
    )
  })

  test('has no history of a membership without terms, and rejects an unknown one', async () => {
    const membership = await line.value(
      `memberships create ${here} --program ${demo.ids['programId']} --name Fresh`,
    )
    expect(await line.run(`terms history ${membership} ${here}`)).toMatchObject({
      stdout: 'Nothing to list.\n',
      stderr: expect.stringMatching(/^No terms of its own; those of program .+ apply\.\n$/),
    })
    expect(await line.run(`terms history ${membership} ${here} --json`)).toMatchObject({ stdout: '[]\n' })

    const foreign = demo.ids['otherWorkspaceMembershipId']
    expect(await line.rejection(`terms history ${foreign} ${here}`, 1)).toContain('no such membership.')
    expect(await line.rejection(`terms history x ${here}`, 1)).toContain('no membership of this name')
    expect(await line.rejection(`terms history ${foreign} --limit many`, 2)).toContain('--limit: ')
  })

  test('lists contacts by shop domain, and receipts newest first [D35]', async () => {
    const identify = (shop: string, email: string) => {
      nowMs += 1000
      const body = { myshopifyDomain: `${shop}.myshopify.com`, email }
      return send('/api/identify', { key: 'workspace', method: 'POST', body })
    }
    const second = await identify('zebra', 'zoe@example.com')
    const first = await identify('aardvark', 'ann@example.com')

    expect(await line.json(`contacts list ${here}`)).toMatchObject([
      { shopDomain: 'aardvark.myshopify.com', email: 'ann@example.com', phone: null },
      { shopDomain: 'zebra.myshopify.com', email: 'zoe@example.com' },
    ])
    expect(await line.json(`receipts list ${here}`)).toMatchObject([
      { id: first.receiptId, sent: 'contact', outcome: 'identified', requestId: first.requestId },
      { id: second.receiptId, shopDomain: 'zebra.myshopify.com' },
    ])
    const shop = 'zebra.myshopify.com'
    expect(await line.json(`contacts list ${here} --shop ${shop}`)).toHaveLength(1)
    expect(await line.json(`receipts list ${here} --shop ${shop}`)).toMatchObject([{ id: second.receiptId }])
  })

  test('goes on after a contact and after a receipt', async () => {
    const contacts = await line.run(`contacts list ${here} --limit 1`)
    expect(contacts.stdout).toMatch(
      /^shop domain +email .*\naardvark\.myshopify\.com +ann@example\.com .*\n$/,
    )
    expect(contacts.stderr).toBe('There are more: continue with --after aardvark.myshopify.com\n')
    const after = '--after aardvark.myshopify.com'
    expect(await line.json(`contacts list ${here} ${after}`)).toMatchObject([{ email: 'zoe@example.com' }])

    const [newest] = Object(await line.json(`receipts list ${here} --limit 1`))
    const rest = await line.run(`receipts list ${here} --after ${newest.id}`)
    expect(rest.stdout).toMatch(/^id +shop domain .*\n\S+ +zebra\.myshopify\.com .*\n$/)
  })

  test('rejects a domain that is none', async () => {
    for (const command of ['contacts list --shop x.example', 'receipts list --shop x.example']) {
      expect(await line.rejection(command, 2)).toContain('--shop: A shop domain such as')
    }
    expect(await line.rejection('contacts list --after x', 2)).toContain('--after: A shop domain such as')
    expect(await line.rejection('receipts list', 1)).toContain('choose one with --workspace.')
  })
})
