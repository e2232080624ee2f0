import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { type Receiver, secretKey, startReceiver } from '@affiliate-platform/test-support/webhook-receivers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const folder = makeFolder()

describe.runIf(enginesAtHand.includes('postgres'))('webhooks, as serve delivers them', () => {
  let line: CommandLine
  let receiver: Receiver
  let status = 200
  let service: ReturnType<typeof startCommand>
  let member: string
  let endpoint: string
  let agreement: string

  beforeAll(async () => {
    const env = {
      DATABASE_URL: await createEmptyDatabase(),
      AFFILIATE_SECRET_KEY: secretKey.toString('base64'),
    }
    line = createCommandLine(env)
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    const program = await line.value('programs create --name Partners')
    member = await line.value(`memberships create --program ${program} --name Mia`)
    receiver = await startReceiver((response) => response.writeHead(status).end())
    service = startCommand(['serve', '--port', '0'], {
      env: { ...env, WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' },
    })
    await service.ready()
    const added = await line.json(`webhooks add --url ${receiver.url}`)
    const { id, secret } = added as { readonly id: string; readonly secret: string }
    receiver.secret = secret
    endpoint = id
    agreement = join(folder.path, 'agreed.json')
    writeFileSync(agreement, JSON.stringify({ rules: buildExampleRules() }))
  })
  afterAll(async () => {
    receiver.close()
    folder.remove()
    expect((await service.stop()).exitCode).toBe(0)
  })

  const told = () =>
    [...receiver.got].map(([id, { bodies }]) => ({ id, ...JSON.parse([...bodies][0] ?? '') }))
  const deliveries = async (flags = '') =>
    (await line.json(`webhooks deliveries${flags}`)) as readonly Record<string, unknown>[]

  test('arrive, signed, within seconds of the fact [D401]', async () => {
    const contract = `--contract ${agreement} --reason agreed --installed-at 2026-01-01T00:00:00Z`
    await line.value(`referrals create --membership ${member} --shop shop.myshopify.com ${contract}`)
    await expect.poll(() => told().map(({ type }) => type)).toEqual(['referral.created'])
    expect(told()[0]).toMatchObject({ data: { membershipId: member, referralId: expect.any(String) } })
    await expect
      .poll(async () => (await deliveries())[0])
      .toMatchObject({
        ...{ id: told()[0]?.id, endpointId: endpoint, topic: 'referral.created', state: 'delivered' },
        ...{ attempts: 1, outcome: 'status 200' },
      })
  })

  test('are tested by a command that tells what the receiver said [D403]', async () => {
    const { stderr } = await line.run(`webhooks test ${endpoint}`)
    expect(stderr).toBe('The endpoint responded with status 200.\n')
    expect(told().map(({ type }) => type)).toEqual(['referral.created', 'webhook.test'])
    expect(await line.rejection(`webhooks test ${member}`, 1)).toContain('no such endpoint')
  })

  test('are repeated with their id and their text, and listed by what came of them [D403]', async () => {
    const [, first] = await deliveries()
    await line.value(`webhooks repeat ${first?.['id']}`)
    await expect.poll(() => receiver.got.get(String(first?.['id']))?.atMs.length).toBe(2)
    expect(receiver.got.get(String(first?.['id']))?.bodies.size).toBe(1)
    expect(await line.rejection(`webhooks repeat ${member}`, 1)).toContain('webhooks deliveries')
    expect(await line.rejection(`webhooks repeat-failed ${endpoint}`, 1)).toContain('nothing has failed')
    await expect.poll(() => deliveries(' --state delivered')).toHaveLength(2)
    expect(await deliveries(' --state failed')).toEqual([])
    expect(await deliveries(` --endpoint ${member}`)).toEqual([])
    const { stdout, stderr } = await line.run('webhooks deliveries --limit 1')
    const [, after = ''] = /--after (\S+)/.exec(stderr) ?? []
    expect(stdout).toContain('webhook.test')
    expect((await line.run(`webhooks deliveries --after ${after}`)).stdout).toContain('referral.created')
  })

  test('stop where the receiver responds with 410, and go on where the endpoint is enabled [D413]', async () => {
    status = 410
    const { exitCode, stderr } = await line.run(`webhooks test ${endpoint}`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('status 410') })
    await expect
      .poll(() => line.json('webhooks list'))
      .toMatchObject([{ disabledAt: expect.any(String), disabledBecause: 'gone' }])
    status = 200
    expect(await line.rejection(`webhooks test ${endpoint}`, 1)).toContain('it is disabled')
    const [waiting] = await deliveries(' --state waiting')
    expect(waiting).toMatchObject({ attempts: 1, outcome: 'status 410' })
    await line.value(`webhooks enable ${endpoint} --as mia`)
    await expect.poll(() => deliveries(' --state waiting')).toEqual([])
    expect(await line.rejection(`webhooks enable ${endpoint}`, 1)).toContain('it is not disabled')
    await line.value(`webhooks disable ${endpoint}`)
    expect(await line.rejection(`webhooks disable ${endpoint}`, 1)).toContain('it is disabled already')
    expect(await line.json('webhooks list')).toMatchObject([{ disabledBecause: 'by_hand' }])
    await line.value(`webhooks enable ${endpoint}`)
  })

  test('that a receiver rejects are told by the command, and wait [D403]', async () => {
    const { secret } = receiver
    receiver.secret = `whsec_${Buffer.alloc(32).toString('base64')}`
    const { exitCode, stderr } = await line.run(`webhooks test ${endpoint}`)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('status 401') })
    expect(await line.json('webhooks list')).toMatchObject([
      { failures: 1, waitingSince: expect.any(String) },
    ])
    receiver.secret = secret
    const [rejected] = await deliveries(' --state waiting')
    await line.value(`webhooks repeat ${rejected?.['id']} --endpoint ${endpoint}`)
    await expect.poll(() => deliveries(' --state waiting')).toEqual([])
  })
})
