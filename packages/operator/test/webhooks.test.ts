import { randomBytes } from 'node:crypto'
import { appWebhookTopics, webhookTopics } from '@affiliate-platform/contract'
import { openDatabase } from '@affiliate-platform/platform/database'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const newKey = () => randomBytes(32).toString('base64')
const receiver = '--url https://receiver.example/affiliates'

describe.runIf(enginesAtHand.includes('postgres'))('endpoints of webhooks, on a real Postgres', () => {
  const key = newKey()
  let line: CommandLine
  let app: string
  let url: string

  const withKey = (env: Readonly<Record<string, string>>) => createCommandLine({ DATABASE_URL: url, ...env })

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = withKey({ AFFILIATE_SECRET_KEY: key })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    app = await line.value('apps create --name Reviews')
  })

  const list = async () => (await line.json('webhooks list')) as readonly Record<string, unknown>[]

  test('are added with a secret that is told once, and listed without it [D400]', async () => {
    const secret = await line.value(`webhooks add ${receiver} --as mia`)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await line.value(`webhooks add ${receiver} --app ${app}`)
    await line.value(`webhooks add ${receiver} --app ${app} --topic referral.created payout.voided`)
    const found = await list()
    expect(found).toMatchObject([
      { topics: webhookTopics, appId: null, failures: 0, waitingSince: null },
      { topics: appWebhookTopics, appId: app },
      { topics: ['referral.created', 'payout.voided'] },
    ])
    const dump = JSON.stringify([found, await line.json('audit list --subject webhook_endpoint')])
    expect(dump).toContain('operator:mia')
    expect(dump).not.toContain(secret.slice('whsec_'.length))
  })

  test('are public addresses, and of topics that their app can have [D400]', async () => {
    for (const wrong of ['http://receiver.example/', 'https://10.0.0.1/', 'https://a:b@receiver.example/'])
      expect(await line.rejection(`webhooks add --url ${wrong}`, 2)).toContain('--url')
    const ofRuns = `webhooks add ${receiver} --app ${app} --topic payout_run.frozen`
    expect(await line.rejection(ofRuns, 2)).toContain('is about no single app')
    expect(await withKey({}).rejection(`webhooks add ${receiver}`, 2)).toContain('AFFILIATE_SECRET_KEY')
    expect(await list()).toHaveLength(3)
  })

  test('get a further secret by a rotation, and both a new key with the stored tokens [D400] [D257]', async () => {
    const [endpoint] = await list()
    expect(await line.value(`webhooks rotate ${endpoint?.['id']}`)).toMatch(/^whsec_/)
    expect(await line.rejection(`webhooks rotate ${app}`, 1)).toContain('no such endpoint')
    const changing = withKey({ AFFILIATE_SECRET_KEY: newKey(), AFFILIATE_OLD_SECRET_KEY: key })
    expect(await changing.json('sales reencrypt --dry-run')).toMatchObject({ current: [] })
    expect(await changing.value('sales reencrypt')).toBe('4')
    expect(await changing.json('sales reencrypt')).toMatchObject({ encrypted: [], unreadable: [] })
    const foreign = withKey({ AFFILIATE_SECRET_KEY: newKey(), AFFILIATE_OLD_SECRET_KEY: key })
    const { exitCode, stderr } = await foreign.run('sales reencrypt')
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('webhooks rotate') })
  })

  test('keep their old secret for the overlap, and none that is over [D400]', async () => {
    const [endpoint] = await list()
    const database = await openDatabase({ url })
    const count = async () => {
      const text = `select count(*)::integer as count from webhook_secrets where endpoint_id = '${endpoint?.['id']}'`
      return (await database.query<{ readonly count: number }>({ name: '', text }, []))[0]?.count
    }
    expect(await count()).toBe(2)
    await line.value(`webhooks rotate ${endpoint?.['id']} --overlap 0s`)
    expect(await count()).toBe(1)
    await database.close()
  })

  test('are 20 at most, and make room when they are removed [D400]', async () => {
    for (let number = 3; number < 20; number += 1) await line.value(`webhooks add ${receiver}`)
    expect(await line.rejection(`webhooks add ${receiver}`, 1)).toContain('20 endpoints')
    const [endpoint] = await list()
    await line.value(`webhooks remove ${endpoint?.['id']}`)
    expect(await line.rejection(`webhooks remove ${endpoint?.['id']}`, 1)).toContain('no such endpoint')
    await line.value(`webhooks add ${receiver}`)
    expect(await list()).toHaveLength(20)
  })
})
