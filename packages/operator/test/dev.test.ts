import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { listOperations, recordOperations } from '@affiliate-platform/contract'
import {
  makeFolder,
  type RunningCommand,
  runCommand,
  startCommand,
} from '@affiliate-platform/test-support/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = makeFolder()

let running: RunningCommand
let firstStart: Record<string, unknown>

beforeAll(async () => {
  running = startCommand(['dev', '--port', '0', '--json'], { cwd: folder.path })
  firstStart = JSON.parse(await running.firstLine())
})

afterAll(() => folder.remove())

test('prints one line of JSON with base URL, keys, ids and shops when ready', async () => {
  expect(Object.keys(firstStart)).toEqual(['baseUrl', 'keys', 'ids', 'shops'])
  expect(Object.keys(Object(firstStart['keys']))).toEqual([
    'affiliate',
    'affiliatePayoutsOnly',
    'affiliateTermsOnly',
    'affiliateOtherApp',
    'affiliateOtherWorkspace',
    'affiliateRevoked',
    'affiliateExpired',
    'workspace',
    'workspaceOther',
    'mcp',
    'installBridge',
  ])
  expect(Object.keys(Object(firstStart['ids']))).toEqual([
    'workspaceId',
    'appId',
    'otherAppId',
    'otherWorkspaceAppId',
    'programId',
    'groupId',
    'membershipId',
    'referralId',
    'commissionId',
    'payoutId',
    'otherAppProgramId',
    'otherAppGroupId',
    'otherAppMembershipId',
    'otherAppReferralId',
    'otherAppCommissionId',
    'otherAppPayoutId',
    'otherWorkspaceMembershipId',
  ])
})

test('its keys without Only in their names hold the read scopes, and its ids name records of their apps [D60] [D130]', async () => {
  const { keys, ids, baseUrl } = Object(firstStart)
  const statusOf = async (path: string, key: string) =>
    (await fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${keys[key]}` } })).status
  for (const { path } of listOperations)
    for (const key of ['affiliate', 'affiliateOtherApp', 'affiliateOtherWorkspace'])
      expect({ path, key, status: await statusOf(path, key) }).toEqual({ path, key, status: 200 })
  for (const { path, record, query } of recordOperations) {
    const part = 'unit' in query.shape ? '?unit=1' : ''
    const name = `${record.slice(0, 1).toUpperCase()}${record.slice(1)}Id`
    const owners = { [`${record}Id`]: 'affiliate', [`otherApp${name}`]: 'affiliateOtherApp' }
    for (const [id, owner] of Object.entries(owners)) {
      const url = `${path.replace(':id', ids[id])}${part}`
      for (const key of ['affiliate', 'affiliateOtherApp'])
        expect({ url, key, status: await statusOf(url, key) }).toEqual({
          ...{ url, key },
          status: key === owner ? 200 : 403,
        })
    }
  }
})

test('responds on the printed base URL, and says which durability holds', async () => {
  const response = await fetch(`${firstStart['baseUrl']}/readyz`)

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    status: 'ready',
    checks: { database: { engine: 'pglite', durability: 'process-crash' } },
  })
})

test('rejects a second process on the data folder, and tells who holds it and where it responds [D45]', async () => {
  const second = await runCommand(['dev', '--port', '0'], { cwd: folder.path })

  expect(second.exitCode).toBe(1)
  expect(second.stdout).toBe('')
  expect(second.stderr).toMatch(/in use by process \d+ on .+ since /)
  expect(second.stderr).toContain(`It responds at ${firstStart['baseUrl']}. Stop it`)
  expect((await fetch(`${firstStart['baseUrl']}/readyz`)).status).toBe(200)
})

test('stops on SIGTERM, starts again with the same keys, and with --reset makes everything anew', async () => {
  const stopped = await running.stop()
  expect(stopped).toMatchObject({ exitCode: 0, stderr: '' })
  expect(stopped.stdout.trim().split('\n')).toHaveLength(1)

  const restarted = startCommand(['dev', '--port', '0', '--json'], { cwd: folder.path })
  const again = JSON.parse(await restarted.firstLine())
  expect({ ...again, baseUrl: firstStart['baseUrl'] }).toEqual(firstStart)
  await restarted.stop('SIGINT')

  const reset = startCommand(['dev', '--port', '0', '--json', '--reset'], { cwd: folder.path })
  const anew = JSON.parse(await reset.firstLine())
  await reset.stop()
  expect(anew.ids).toEqual(firstStart['ids'])
  expect(anew.keys.affiliate).not.toBe(again.keys.affiliate)
})

test('keeps an ephemeral demo in memory, and takes the next port when one is taken', async () => {
  const emptyFolder = makeFolder()
  const blocker = createServer()
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve(Object(blocker.address()).port))
  })

  const ephemeral = startCommand(['dev', '--ephemeral', '--port', String(port)], { cwd: emptyFolder.path })
  await ephemeral.firstLine()
  const { exitCode, stdout, stderr } = await ephemeral.stop()

  expect(exitCode).toBe(0)
  // Whatever else runs on this machine may have the next one too.
  const next = Number(new RegExp(`^Port ${port} is taken: using (\\d+)\\.$`, 'm').exec(stderr)?.[1])
  expect(next).toBeGreaterThan(port)
  expect(stdout).toContain(`ready at http://127.0.0.1:${next}`)
  expect(stdout.match(/^ {2}curl /gm)).toHaveLength(3)
  expect(readdirSync(emptyFolder.path)).toEqual([])
  blocker.close()
  emptyFolder.remove()
})

test('serves metrics and health on ADMIN_PORT, as serve does [D48] [D72]', async () => {
  const emptyFolder = makeFolder()
  const finder = createServer().listen(0, '127.0.0.1')
  await once(finder, 'listening')
  const port = Object(finder.address()).port
  await new Promise((resolve) => finder.close(resolve))

  const env = { ADMIN_PORT: String(port) }
  const command = startCommand(['dev', '--ephemeral', '--port', '0'], { cwd: emptyFolder.path, env })
  await command.firstLine()
  for (const path of ['/metrics', '/readyz', '/livez']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
  }
  await command.stop()
  emptyFolder.remove()
})
