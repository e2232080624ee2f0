import { readFileSync } from 'node:fs'
import { scopes } from '@affiliate-platform/contract'
import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { type App, createApp } from '@affiliate-platform/service'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const hourMs = 3_600_000

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let env: Record<string, string>
  let line: CommandLine
  let database: Database
  let app: App
  let nowMs: number
  let workspace: string
  let plan: string

  beforeAll(async () => {
    const url = await createPostgresCopy()
    env = { DATABASE_URL: url }
    line = createCommandLine(env)
    const { ids } = Object(await line.json('seed'))
    workspace = ids.workspaceId
    plan = `keys create --workspace ${workspace} --app ${ids.appId}`
    database = await openDatabase({ url })
    app = await createApp({ database, clock: () => nowMs })
  })

  afterAll(() => database.close())

  const find = async (id: string) =>
    Object(await line.json(`keys list --workspace ${workspace}`)).find((key: { id: string }) => key.id === id)

  const statusAt = async (apiKey: string, atMs: number) => {
    nowMs = atMs
    const request = new Request('http://service.test/api/affiliate-platform/v1/payouts', {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    return (await app.fetch(request)).status
  }

  test('prints the key alone on standard output, and its id beside it', async () => {
    const { stdout, stderr } = await line.run(`${plan} --name Reports`)

    expect(stdout).toMatch(/^aff_affiliate_\w+\n$/)
    expect(stderr).toMatch(/^Key [\da-f-]{36} was created\. It is shown only once: save it now\.\n$/)
    expect((await line.run('keys list --limit 1000')).stdout).not.toContain(stdout.trim())
  })

  test('gives a key every scope, or those that are named [D60]', async () => {
    const all = Object(await line.json(`${plan} --name All`))
    const some = Object(await line.json(`${plan} --scope programs:read commissions:read --name Some`))

    expect(await find(all.id)).toMatchObject({ scopes })
    expect(await find(some.id)).toMatchObject({ scopes: ['programs:read', 'commissions:read'] })
    expect(await statusAt(some.apiKey, Date.now())).toBe(403)
  })

  test('lets an MCP key save terms and see contacts only where it was made so, also once rotated [D133]', async () => {
    const create = `keys create --workspace ${workspace} --kind mcp --name Assistant`
    const reader = Object(await line.json(create))
    const writer = Object(await line.json(`${create} --allow-terms-write --contacts`))
    const successor = Object(await line.json(`keys rotate ${writer.id}`))

    expect(await find(reader.id)).toMatchObject({ kind: 'mcp', appId: null, scopes: [] })
    expect(await find(writer.id)).toMatchObject({ scopes: ['terms:write', 'contacts:read'] })
    expect(await find(successor.id)).toMatchObject({ scopes: ['terms:write', 'contacts:read'] })
    expect(await line.run(`${plan} --contacts --name Wrong`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Only an MCP key can have --allow-terms-write and --contacts.'),
    })
  })

  test('lets a rotated key live on for the overlap, with its rights and its lineage [D27]', async () => {
    const old = Object(await line.json(`${plan} --scope payouts:read --name Reports`))
    const rotatedAtMs = Date.now()

    const rotated = Object(await line.json(`keys rotate ${old.id} --overlap 2h`))

    expect(rotated).toMatchObject({ id: expect.any(String), lineageId: old.id })
    const endMs = Date.parse(rotated.predecessorExpiresAt)
    expect(endMs - rotatedAtMs - 2 * hourMs).toBeLessThan(10_000)
    expect(await statusAt(old.apiKey, endMs - 1)).toBe(200)
    expect(await statusAt(old.apiKey, endMs)).toBe(401)
    expect(await statusAt(rotated.apiKey, endMs)).toBe(200)
    expect(await find(rotated.id)).toMatchObject({
      name: 'Reports',
      scopes: ['payouts:read'],
      lineageId: old.id,
      expiresAt: null,
    })
  })

  test('lets the old key end after a day, unless told otherwise or it ends earlier [D47]', async () => {
    const old = Object(await line.json(`${plan} --name Daily`))
    const successor = Object(await line.json(`keys rotate ${old.id}`))
    expect(await line.rejection(`keys rotate ${old.id}`, 1)).toBe(
      `The key has already been rotated; its successor is key ${successor.id}. To create another one, set its expiry with --expires.\n`,
    )
    const { createdAt, expiresAt } = await find(old.id)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(24 * hourMs)

    await line.value(`keys rotate ${old.id} --overlap 7d --expires 2099-01-01T00:00:00Z`)
    expect((await find(old.id)).expiresAt).toBe(expiresAt)
    await line.value(`keys rotate ${old.id} --overlap 0s --expires 2099-01-01T00:00:00Z`)
    expect(await line.rejection(`keys rotate ${old.id}`, 1)).toContain('The key has already ended.')
  })

  test.each(['api/authentication.md', 'guides/operating.md'])(
    'ends the old key when %s says so, and not only when it is revoked [D47]',
    async (page) => {
      const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')
      const [, hours] = /the overlap, (\d+) hours unless .*, then the old key ends/.exec(text) ?? []
      const old = Object(await line.json(`${plan} --name Documented`))
      const rotatedAtMs = Date.now()
      const rotated = Object(await line.json(`keys rotate ${old.id}`))
      const endMs = Date.parse(rotated.predecessorExpiresAt)

      expect(Math.round((endMs - rotatedAtMs) / hourMs)).toBe(Number(hours))
      expect(await statusAt(old.apiKey, endMs - 1)).toBe(200)
      expect(await statusAt(old.apiKey, endMs)).toBe(401)
      expect(await statusAt(rotated.apiKey, endMs)).toBe(200)
    },
  )

  test('asks when the successor ends of a key that has an end [D47]', async () => {
    const key = Object(await line.json(`${plan} --expires 2098-01-01T00:00:00Z --name Yearly`))

    expect(await line.rejection(`keys rotate ${key.id}`, 1)).toContain('Use --expires to set')
    expect((await find(key.id)).expiresAt).toBe('2098-01-01T00:00:00.000Z')
    const next = Object(await line.json(`keys rotate ${key.id} --expires 2099-01-01T01:00:00+01:00`))
    expect((await find(next.id)).expiresAt).toBe('2099-01-01T00:00:00.000Z')
  })

  test('says in 80 columns which keys work, are replaced and have ended [D47]', async () => {
    const [works, replaced, ended, expired] = [
      Object(await line.json(`${plan} --name Alone`)),
      Object(await line.json(`${plan} --name Rotated`)),
      Object(await line.json(`${plan} --name Revoked`)),
      Object(await line.json(`${plan} --name Expired`)),
    ]
    const successor = Object(await line.json(`keys rotate ${replaced.id}`))
    await line.value(`keys revoke ${ended.id}`)
    await line.value(`keys rotate ${expired.id} --overlap 0s`)
    const screen = createCommandLine(env, 80)
    const table = (await screen.value(`keys list --workspace ${workspace} --limit 1000`)).split('\n')
    for (const [{ id }, state] of [
      [works, 'works'],
      [successor, 'works'],
      [replaced, 'replaced'],
      [ended, 'ended'],
      [expired, 'ended'],
    ]) {
      expect(table.find((row) => row.endsWith(id.slice(-8)))).toContain(` ${state} `)
      expect(await find(id)).toMatchObject({ state })
    }
    // A successor that was revoked replaces nothing.
    await line.value(`keys revoke ${successor.id}`)
    expect(await find(replaced.id)).toMatchObject({ state: 'works' })
    expect((await line.value('keys list --csv')).split('\n')[0]).toContain(',state')
  })

  test('ends a key, and prints its id', async () => {
    const key = Object(await line.json(`keys create --workspace ${workspace} --kind workspace --name Hook`))

    expect(await line.run(`keys revoke ${key.id}`)).toEqual({
      exitCode: 0,
      stdout: `${key.id}\n`,
      stderr: `Key ${key.id} was revoked.\n`,
    })
    expect(await line.rejection(`keys revoke ${key.id}`, 1)).toContain('or it has already been revoked')
    expect(await line.rejection(`keys rotate ${key.id}`, 1)).toContain('The key has already ended.')
  })

  test.each([
    [`keys rotate ${unknownId}`, 1, 'There is no such key.'],
    [`keys rotate ${unknownId} --overlap 24`, 2, '--overlap: A duration such as 90s, 30m, 24h or 7d'],
    [`keys rotate ${unknownId} --overlap 91d`, 2, '--overlap: A duration'],
    [`keys create --name Late --expires 2020-01-01`, 2, '--expires: A time in the future.'],
    [`keys rotate ${unknownId} --expires tomorrow`, 2, '--expires: A date such as'],
    [`keys revoke ${unknownId}`, 1, 'There is no such key'],
    ['keys create --name X', 1, 'choose one with --workspace.'],
    [`keys create --workspace ${unknownId} --name X`, 1, 'There is no such workspace.'],
    ['keys create --kind mcp --scope payouts:read --name X', 2, 'Only an affiliate key can have --scope.'],
    [`keys create --kind mcp --app ${unknownId} --name X`, 2, 'Only an affiliate key can have --app.'],
  ])('rejects %s', async (command, exitCode, message) => {
    expect(await line.rejection(command, exitCode)).toContain(message)
  })

  test('never repeats a key that was given where an id belongs', async () => {
    const apiKey = await line.value(`${plan} --name Slip`)

    expect(await line.rejection(`keys revoke ${apiKey}`, 2)).not.toContain(apiKey)
  })
})
