import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
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
  let partner: ReturnType<typeof simulator.addPartner>

  const line = (more: Record<string, string> = {}) => createCommandLine({ ...env, ...more })

  beforeAll(async () => {
    const transactions = [1, 2, 3].map((number) => ({
      ...({ type: 'AppUsageSale', id: `gid://partners/AppUsageSale/${number}`, shop } as const),
      createdAt: `2026-02-0${number}T00:00:00Z`,
      grossAmount: { amount: '19.0', currencyCode: number === 3 ? 'xts' : 'USD' },
      netAmount: { amount: '18.45', currencyCode: 'USD' },
    }))
    partner = simulator.addPartner({
      organizationId: '42',
      clients: [{ accessTokens: [token] }],
      transactions,
    })
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
  })

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

    expect(connected).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The token is not stored'),
    })
    expect(JSON.parse(connected.stdout)).toEqual({
      ...{ appId: app, organizationId: '42', platformAppId: '1', apiVersion: '2026-07' },
      ...{ keepsToken: false, installsDenied: null },
    })
    expect(await line().rejection('sales import', 1)).toContain('Set PARTNER_API_TOKEN.')
    expect(wrong + connected.stderr + connected.stdout).not.toContain('canary')
  })

  test('imports, and says what became of each row [D59, D134]', async () => {
    const secretKey = { AFFILIATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const connect = `sales connect ${app} --organization 42 --partner-app 1 --keep-token`
    await line({ ...secretKey, PARTNER_API_TOKEN: token }).value(connect)
    const imported = await line(secretKey).run('sales import --json')
    expect(imported.exitCode).toBe(1)
    const report = JSON.parse(imported.stdout)
    expect(report).toMatchObject({
      runId: uuid,
      ...{ read: 3, new: 2, revised: 0, known: 0, unreferred: 0, skipped: [], posted: 2 },
      setAside: [{ platformId: 'gid://partners/AppUsageSale/3', reason: 'unknown_currency' }],
    })
    const again = await line(secretKey).run('sales import --window all')
    expect(again.stderr).toContain('Read 3: 0 new, 0 revised, 2 known')
    expect(again.stderr).toContain('Set aside: 1 unknown_currency.')
    const ofShop = await line(secretKey).json('sales import --accept-set-aside --shop shop.myshopify.com')
    expect(ofShop).toMatchObject({ read: 3, known: 2, posted: 0 })

    const status = await line().run('sales status')
    expect(status.stdout).toContain('connection:  organization 42, app 1, version 2026-07, token stored')
    expect(status.stdout).toContain('set aside:   1 unknown_currency, gross 19.0 xts')
    expect(await line().json('sales status')).toMatchObject({
      ...{ source: 'partner_transactions', backfills: 0, unposted: 0 },
      lastRun: { result: 'complete' },
    })
    expect(JSON.stringify(report) + again.stderr + status.stdout).not.toContain('canary')
  })

  test('reconciles with the Partner API and a payout CSV, and fails where they differ [D145]', async () => {
    const given = line({
      PARTNER_API_TOKEN: token,
      AFFILIATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const window = '--from 2026-02-01 --to 2026-03-01'
    const agreed = await given.run(`sales reconcile ${window}`)
    expect(agreed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('The sales agree.') })
    expect(agreed.stdout).toMatch(/usage_sale +USD +2 +2 +38\.0 +38\.0 +36\.9 +36\.9 +yes/)
    expect(agreed.stdout).toContain('Set aside: 1, in no sum.')

    partner.changeTransaction('gid://partners/AppUsageSale/1', {
      netAmount: { amount: '18.4', currencyCode: 'USD' },
    })
    const differing = await given.run(`sales reconcile ${window} --json`)
    expect(differing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The sales differ.') })
    expect(JSON.parse(differing.stdout)).toMatchObject({
      sums: [{ kind: 'usage_sale', ours: { net: '36.9' }, theirs: { net: '36.85' }, agrees: false }],
      differences: [{ platformId: 'gid://partners/AppUsageSale/1', difference: 'changed' }],
    })

    const csv = join(folder.path, 'payout.csv')
    const sale = (day: string, title = 'A') =>
      `shop.myshopify.com,,${day},App sale – usage,$18.45,$19.00,${title}`
    const header = 'Shop,Charge ID,Charge Creation Time,Charge Type,Partner Share,Partner Sale,App Title'
    const rows = [header, sale('2026-02-01'), sale('2026-02-02'), sale('2026-02-02', 'B')]
    await writeFile(csv, rows.join('\n'))
    expect(await line().run(`sales reconcile --payouts ${csv} --app-title A`)).toMatchObject({ exitCode: 0 })
    const none = await line().run(`sales reconcile --payouts ${csv} --app-title C`)
    expect(none).toMatchObject({ exitCode: expect.any(Number), stderr: expect.not.stringContaining('agree') })
    const doubled = await line().run(`sales reconcile --payouts ${csv}`)
    expect(doubled.exitCode).toBe(1)
    expect(doubled.stdout).toMatch(/2026-02-02 .*usage_sale +1: 19\.0 \/ 18\.45 +2: 38\.0 \/ 36\.9/)
    expect(await line().rejection(`sales reconcile --payouts ${folder.path}/none.csv`, 1)).toContain(
      'cannot be read',
    )
    expect(await line().rejection('sales reconcile --from 2026-03-01 --to 2026-02-01', 2)).toContain('--from')
  })

  test('imports while it serves, and the token is in no log and no metric [D134]', async () => {
    const secrets = {
      PARTNER_API_TOKEN: token,
      AFFILIATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const service = startCommand(['serve', '--port', '0'], {
      env: { ...env, ...secrets, SALES_IMPORT_MINUTES: '1', LOG_LEVEL: 'trace', ADMIN_PORT: '0' },
    })
    const { metricsUrl } = await service.ready()
    const before = simulator.requests.length
    const readNextPass = async () => Object(await line().json('sales status')).connection.nextPassAt
    await expect.poll(async () => Date.parse(await readNextPass())).toBeGreaterThan(Date.now())
    expect(simulator.requests.length).toBeGreaterThan(before)
    const metrics = await (await fetch(metricsUrl)).text()
    const { stdout, stderr } = await service.stop()

    expect(metrics).toContain('affiliate_')
    expect(stderr).toContain('sales were imported')
    expect(metrics + stdout + stderr).not.toMatch(/canary|BwcHBwcH/)
  })

  test('encrypts its token under a new key, and neither keys nor token are in an output [D257]', async () => {
    const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
    const keys = { AFFILIATE_OLD_SECRET_KEY: key(7), AFFILIATE_SECRET_KEY: key(9) }
    const under = (byte: number) => line({ AFFILIATE_SECRET_KEY: key(byte) })
    expect(await under(9).rejection('sales reencrypt', 2)).toContain('Set AFFILIATE_OLD_SECRET_KEY')
    const same = line({ ...keys, AFFILIATE_SECRET_KEY: key(7) })
    expect(await same.rejection('sales reencrypt', 2)).toContain('the same key')
    const lost = line({ ...keys, AFFILIATE_OLD_SECRET_KEY: key(8) })
    const left = await lost.run('sales reencrypt')
    expect(left).toMatchObject({ exitCode: 1, stdout: '0\n' })
    expect(left.stderr).toContain(`the tokens of ${app}. Run sales connect`)

    const dry = await line(keys).run('sales reencrypt --dry-run')
    expect(dry).toMatchObject({ exitCode: 0, stdout: '1\n' })
    expect(dry.stderr).toBe('To be encrypted under the new key: 1. Under it already: 0.\n')
    expect(await under(7).json('sales import')).toMatchObject({ read: expect.any(Number) })
    expect(await line(keys).json('sales reencrypt --as mia')).toEqual({
      ...{ encrypted: [app], current: [], unreadable: [] },
    })
    const again = await line(keys).run('sales reencrypt')
    expect(again.stderr).toBe('Encrypted under the new key: 0. Under it already: 1.\n')
    expect(await under(7).rejection('sales import', 1)).toContain('another secret key')
    expect(await under(9).json('sales import')).toMatchObject({ read: expect.any(Number) })
    expect(dry.stdout + dry.stderr + again.stdout + again.stderr).not.toMatch(/canary|BwcHBwcH|CQkJCQkJ/)
  })

  test('rejects a key that is no key, without repeating it [D134]', async () => {
    const rejection = await line({ AFFILIATE_SECRET_KEY: 'canary' }).rejection('sales status', 2)
    expect(rejection).toContain('AFFILIATE_SECRET_KEY: 32 random bytes in base64')
    expect(rejection).not.toContain('canary')
    const zeros = Buffer.alloc(32).toString('base64')
    expect(await line({ AFFILIATE_SECRET_KEY: zeros }).rejection('sales status', 2)).toContain(
      '32 random bytes',
    )
  })

  test('needs --yes for a future cut-over, and rejects moving one [D63]', async () => {
    const given = line({ PARTNER_API_TOKEN: token })
    const other = await given.value('apps create --name Files')
    const file = join(folder.path, 'empty.ndjson')
    await writeFile(file, '')
    await given.value(`sales import --app ${other} --file ${file}`)
    expect(await given.value(`sales status --app ${other}`)).not.toContain('to be read')
    const connect = `sales connect ${other} --organization 42 --partner-app 1`
    expect(await given.rejection(`${connect} --from 2999-01-01T00:00:00Z`, 1)).toContain('add --yes')
    await given.value(`${connect} --from 2999-01-01T00:00:00Z --yes`)
    expect(await given.rejection(`${connect} --from 2026-05-12T00:00:00Z`, 1)).toMatch(
      /Partner API since 2999-01-01T00:00:00\.000Z\. .* leave --from out/,
    )
    await given.value(connect)
  })
})
