import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { runCommand, startCommand } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from './command-line.ts'

const payoutsPath = '/api/affiliate-platform/v1/payouts'

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let env: Record<string, string>
  let emptyEnv: Record<string, string>
  let database: Database
  let owner: { workspace_id: string; id: string }

  beforeAll(async () => {
    env = { DATABASE_URL: await createPostgresCopy(), PORT: '0' }
    emptyEnv = { DATABASE_URL: await createEmptyDatabase(), PORT: '0' }
    database = await openDatabase({ url: env['DATABASE_URL'] ?? '' })
    const apps = { name: 'test_apps', text: "select workspace_id, id from apps where name = 'Demo app'" }
    owner = (await database.query<typeof owner>(apps, []))[0] ?? { workspace_id: '', id: '' }
  })

  afterAll(() => database.close())

  test('serves a migrated database only', async () => {
    const rejected = await runCommand(['serve'], { env: emptyEnv })
    expect(rejected).toMatchObject({ exitCode: 1, stdout: '' })
    expect(rejected.stderr).toMatch(
      /lacks migrations: 0001_workspaces, .*\. Run affiliate-service migrate first\./,
    )

    expect(await runCommand(['migrate', '--json'], { env: emptyEnv })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\{"applied":\["0001_workspaces",.*\]\}\n$/),
    })
    expect(await runCommand(['migrate'], { env: emptyEnv })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringContaining('Nothing to do'),
    })

    const service = startCommand(['serve'], { env: emptyEnv })
    await service.ready()
    expect((await service.stop()).exitCode).toBe(0)
  })

  test('creates a key that works, lists it without its text, and ends it within a second', async () => {
    const { workspace_id, id: appId } = owner
    const plan = ['--workspace', workspace_id, '--app', appId, '--scope', 'payouts:read', '--name', 'Reports']
    const created = await runCommand(['keys', 'create', ...plan], { env })
    expect(created.exitCode).toBe(0)
    const apiKey = created.stdout.trim()
    const headers = { Authorization: `Bearer ${apiKey}` }

    const service = startCommand(['dev', '--json'], { env })
    const { baseUrl } = JSON.parse(await service.firstLine())
    expect((await fetch(baseUrl + payoutsPath, { headers })).status).toBe(200)

    const listed = JSON.parse((await runCommand(['keys', 'list', '--json'], { env })).stdout)
    const [key] = listed.filter(({ name }: { name: string }) => name === 'Reports')
    expect(key).toMatchObject({ kind: 'affiliate', appId, scopes: ['payouts:read'], revokedAt: null })
    expect(JSON.stringify(listed)).not.toContain(apiKey)

    // The command takes longer to end than a process may rely on what it knows of the key.
    expect((await runCommand(['keys', 'revoke', key.id], { env })).stdout).toBe(`${key.id}\n`)
    await expect.poll(async () => (await fetch(baseUrl + payoutsPath, { headers })).status).toBe(401)
    expect((await runCommand(['keys', 'revoke', key.id], { env })).exitCode).toBe(1)
    await service.stop()
  })

  test('creates no key for an app that the workspace does not have', async () => {
    const plan = ['--workspace', owner.workspace_id, '--app', crypto.randomUUID(), '--name', 'Stray']

    const { exitCode, stdout, stderr } = await runCommand(['keys', 'create', ...plan], { env })

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain('The workspace has no such app.')
  })
})
