import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

const token = 'prtapi_canary0f00d'
const shop = { id: 'gid://partners/Shop/7', myshopifyDomain: 'shop.myshopify.com' }
const uuid = expect.stringMatching(/^[\da-f-]{36}$/)

describe('an operator with a partner account', () => {
  const folder = makeFolder()
  const simulator = createShopifySimulator()
  let server: Awaited<ReturnType<typeof simulator.listen>>
  let env: Record<string, string>
  let app: string

  const line = (more: Record<string, string> = {}) => createCommandLine({ ...env, ...more })

  beforeAll(async () => {
    const transactions = [1, 2, 3].map((number) => ({
      ...({ type: 'AppUsageSale', id: `gid://partners/AppUsageSale/${number}`, shop } as const),
      createdAt: `2026-02-0${number}T00:00:00Z`,
      grossAmount: { amount: '19.0', currencyCode: number === 3 ? 'xts' : 'USD' },
      netAmount: { amount: '18.45', currencyCode: 'USD' },
    }))
    simulator.addPartner({ organizationId: '42', clients: [{ accessTokens: [token] }], transactions })
    server = await simulator.listen()
    env = { DATABASE_URL: await createEmptyDatabase(), PARTNER_API_ORIGIN: server.partnersUrl }
    await line().value('migrate')
    await line().value('workspaces create --name', 'Bright Apps')
    app = await line().value('apps create --name', 'Bright Reviews')
    const program = await line().value('programs create --name Partners')
    const membership = await line().value(`memberships create --program ${program} --name Mia`)
    const terms = join(folder.path, 'agreed.json')
    await writeFile(terms, JSON.stringify({ rules: buildExampleRules() }))
    await line().value(
      `referrals create --membership ${membership} --shop shop.myshopify.com --installed-at 2026-01-01T00:00:00Z --contract ${terms} --reason mail`,
    )
  }, 180_000)

  afterAll(async () => {
    await server.close()
    await folder.remove()
  })

  test('connects an app, and its token is in no output [D134]', async () => {
    const connect = `sales connect ${app} --organization 42 --partner-app 1`
    expect(await line().rejection('sales import', 1)).toContain('Connect it with sales connect')
    expect(await line().rejection(connect, 2)).toContain('PARTNER_API_TOKEN')
    const wrong = await line({ PARTNER_API_TOKEN: 'prtapi_wrong_canary' }).rejection(connect, 1)
    expect(wrong).toContain('View financials')
    const given = line({ PARTNER_API_TOKEN: token })
    expect(await given.rejection(`${connect} --keep-token`, 2)).toContain('AFFILIATE_SECRET_KEY')
    const connected = await given.run(`${connect} --json --as mia`)

    expect(connected).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('The token is not kept') })
    expect(JSON.parse(connected.stdout)).toEqual({
      ...{ appId: app, organizationId: '42', platformAppId: '1', apiVersion: '2026-07' },
      ...{ keepsToken: false, installsDenied: null },
    })
    expect(await line().rejection('sales import', 1)).toContain('Set PARTNER_API_TOKEN.')
    expect(wrong + connected.stderr + connected.stdout).not.toContain('canary')
  })

  test('imports, and is told what became of each row [D59, D134]', async () => {
    const secretKey = { AFFILIATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const connect = `sales connect ${app} --organization 42 --partner-app 1 --keep-token`
    await line({ ...secretKey, PARTNER_API_TOKEN: token }).value(connect)
    const report = await line(secretKey).json('sales import')
    expect(report).toMatchObject({
      runId: uuid,
      ...{ read: 3, new: 2, revised: 0, known: 0, unreferred: 0, skipped: [], posted: 2 },
      setAside: [{ platformId: 'gid://partners/AppUsageSale/3', reason: 'unknown_currency' }],
    })
    const again = await line(secretKey).run('sales import --window all')
    expect(again.stderr).toContain('Read 3: 0 new, 0 revised, 2 known')
    expect(again.stderr).toContain('Set aside: 1 unknown_currency.')
    const ofShop = await line(secretKey).json('sales import --shop shop.myshopify.com')
    expect(ofShop).toMatchObject({ read: 3, known: 2, posted: 0 })

    const status = await line().run('sales status')
    expect(status.stdout).toContain('connection:  organization 42, app 1, version 2026-07, token kept')
    expect(status.stdout).toContain('set aside:   1 unknown_currency, gross 19.0 xts')
    expect(await line().json('sales status')).toMatchObject({
      ...{ source: 'partner_transactions', backfills: 0, unposted: 0 },
      lastRun: { result: 'complete' },
    })
    expect(JSON.stringify(report) + again.stderr + status.stdout).not.toContain('canary')
  })

  test('rejects a key that is no key, without repeating it [D134]', async () => {
    const rejection = await line({ AFFILIATE_SECRET_KEY: 'canary' }).rejection('sales status', 2)
    expect(rejection).toContain('AFFILIATE_SECRET_KEY: 32 random bytes in base64')
    expect(rejection).not.toContain('canary')
  })
})
