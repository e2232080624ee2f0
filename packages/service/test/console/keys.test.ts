import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listApiKeys } from '@affiliate-platform/platform/api-keys'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { beforeAll, expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'
const payouts = '/api/affiliate-platform/v1/payouts?limit=1'

type Created = ConsoleResponse<'createKey'>
type Rotated = ConsoleResponse<'rotateKey'>

describeServiceOnEachEngine('keys in the console', { console: { place: { origin }, folder } }, (service) => {
  const sendAs = async (name: 'Ada' | 'Finn' | 'Rita') => {
    const headers = await signIn(service(), name)
    return (path: string, json?: unknown, idempotencyKey: string = crypto.randomUUID()) =>
      service().fetch(`${base}${path}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        ...(json !== undefined && { json }),
      })
  }
  const list = async () => {
    const headers = await signIn(service(), 'Rita')
    const response = await service().fetch(`${base}/keys`, { headers })
    expect(response.status).toBe(200)
    return (await response.json()) as ConsoleResponse<'listKeys'>
  }
  const find = async (id: string) => {
    const { asOf, items } = await list()
    const key = items.find((item) => item.id === id)
    if (key === undefined) throw new Error('The key is listed.')
    return { asOf, ...key }
  }
  const plan = (name: string) => ({
    ...{ kind: 'affiliate', name, appId: service().ids.appId },
    ...{ scopes: ['payouts:read'], expiresAt: null },
  })
  const create = async (name: string): Promise<{ readonly id: string; readonly apiKey: string }> => {
    const response = await (await sendAs('Ada'))('/keys', plan(name))
    expect(response.status).toBe(200)
    const { id, apiKey } = (await response.json()) as Created
    return { id, apiKey: apiKey ?? '' }
  }
  const statusOf = async (key: string) => (await service().fetch(payouts, { key })).status
  const countOf = async (name: string) => {
    const { workspaceId } = service().ids
    const keys = await listApiKeys(service().database, workspaceId, { after: undefined, limit: 1000 })
    return keys.filter((key) => key.name === name).length
  }
  /** No process remembers for longer what it has read of a key. */
  const forget = () => service().clock.advance(1000)

  // A rotation ends a key by the database's time, which the search for keys has to share.
  beforeAll(() => service().clock.advance(Date.now() - service().clock.now()))

  test('opens the public interface with a key that was just created, and keeps it nowhere [D344]', async () => {
    const { id, apiKey } = await create('Own dashboard')
    expect(await statusOf(apiKey)).toBe(200)
    expect(await find(id)).toMatchObject({
      ...{ name: 'Own dashboard', kind: 'affiliate', state: 'works', scopes: ['payouts:read'] },
      hint: `aff_affiliate_…${apiKey.slice(-4)}`,
      quota: { used: 1, max: 120 },
    })
    const secret = apiKey.split('_')[2] ?? apiKey
    const tables = await service().database.query<{ readonly name: string }>(
      {
        name: '',
        text: `select format('%I', tablename) as name from pg_tables where schemaname = current_schema()`,
      },
      [],
    )
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      const text = `select count(*)::integer as found from ${name} row where strpos(row.*::text, $1) > 0`
      expect([name, await service().database.query({ name: '', text }, [secret])]).toEqual([
        name,
        [{ found: 0 }],
      ])
    }
  })

  test('creates no second key by a second press, and tells the key itself no more [D344]', async () => {
    const send = await sendAs('Ada')
    const name = 'Pressed twice'
    const press = async () => (await (await send('/keys', plan(name), 'one-form')).json()) as Created
    const made = await Promise.all([press(), press(), press()])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1)
    expect(await press()).toEqual({ id: made[0]?.id, apiKey: null })
    expect(await countOf(name)).toBe(1)
    const other = await send('/keys', plan('Typed over'), 'one-form')
    expect(other.status).toBe(409)
    expect(await countOf('Typed over')).toBe(0)
    const headers = await signIn(service(), 'Ada')
    const unnamed = await service().fetch(`${base}/keys`, { method: 'POST', headers, json: plan(name) })
    expect([unnamed.status, await countOf(name)]).toEqual([400, 1])
  })

  test('lets both keys work during the overlap, and the old one not a moment longer [D344]', async () => {
    const old = await create('Rotated')
    const send = await sendAs('Ada')
    const rotate = async (idempotencyKey: string) => {
      const json = { overlapSeconds: 3600, expiresAt: null }
      const response = await send(`/keys/${old.id}/rotation`, json, idempotencyKey)
      expect(response.status).toBe(200)
      return (await response.json()) as Rotated
    }
    const presses = await Promise.all([rotate('rotated'), rotate('rotated')])
    const [successor] = presses.flatMap((press) => (press.successor?.apiKey ? [press.successor] : []))
    expect(presses.map((press) => press.successor?.id)).toEqual([successor?.id, successor?.id])
    expect(await countOf('Rotated')).toBe(2)
    // Another tab has another name for the same act.
    expect(await rotate('another-tab')).toEqual({
      successor: null,
      rejected: 'This key was rotated before: rotate its successor.',
    })
    forget()
    const apiKey = successor?.apiKey ?? ''
    expect([await statusOf(old.apiKey), await statusOf(apiKey)]).toEqual([200, 200])
    const replaced = await find(old.id)
    expect(replaced).toMatchObject({ state: 'replaced', quota: { used: 2 } })
    expect(await find(successor?.id ?? '')).toMatchObject({ state: 'works', quota: { used: 2 } })
    const endsInMs = Date.parse(replaced.expiresAt ?? '') - service().clock.now()
    service().clock.advance(endsInMs - 1)
    expect([await statusOf(old.apiKey), await statusOf(apiKey)]).toEqual([200, 200])
    service().clock.advance(1)
    expect([await statusOf(old.apiKey), await statusOf(apiKey)]).toEqual([401, 200])
    expect((await find(old.id)).state).toBe('ended')
  })

  test('asks for the end of a successor where the key has one [D344]', async () => {
    const send = await sendAs('Ada')
    const expiresAt = new Date(service().clock.now() + 86_400_000 * 30).toISOString()
    const { id } = (await (await send('/keys', { ...plan('With an end'), expiresAt })).json()) as Created
    const rotate = (json: object) => send(`/keys/${id}/rotation`, { overlapSeconds: 0, ...json })
    expect(await (await rotate({ expiresAt: null })).json()).toEqual({
      successor: null,
      rejected: 'This key has an end: say when its successor ends.',
    })
    const past = await rotate({ expiresAt: '2020-01-01T00:00:00Z' })
    const { errors } = (await past.json()) as { readonly errors: readonly { pointer: string }[] }
    expect([past.status, errors.map(({ pointer }) => pointer)]).toEqual([400, ['/expiresAt']])
    expect(await (await rotate({ expiresAt })).json()).toMatchObject({ rejected: null })
    expect(await (await rotate({ expiresAt })).json()).toMatchObject({
      rejected: 'This key has ended. Create a new one.',
    })
  })

  test('ends a revoked key at the next request, however often it is revoked [D344]', async () => {
    const { id, apiKey } = await create('Revoked')
    expect(await statusOf(apiKey)).toBe(200)
    const send = await sendAs('Ada')
    expect((await send(`/keys/${id}/revocation`)).status).toBe(200)
    forget()
    expect(await statusOf(apiKey)).toBe(401)
    const { revokedAt, state } = await find(id)
    expect(state).toBe('ended')
    expect((await send(`/keys/${id}/revocation`)).status).toBe(200)
    expect((await find(id)).revokedAt).toBe(revokedAt)
  })

  test('shows of the quota what the headers of the public interface say [D344] [D29]', async () => {
    const { id, apiKey } = await create('Metered')
    const remaining = async () => {
      const response = await service().fetch(payouts, { key: apiKey })
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    }
    for (let sent = 0; sent < 7; sent += 1) await remaining()
    service().clock.advance(20_000)
    expect((await find(id)).quota).toEqual({ used: 120 - (await remaining()) - 1, max: 120 })
    expect((await find(id)).quota).toEqual({ used: 8, max: 120 })
    service().clock.advance(40_000)
    expect((await find(id)).quota).toEqual({ used: 1, max: 120 })
    expect(await remaining()).toBe(118)
    service().clock.advance(60_000)
    expect((await find(id)).quota).toEqual({ used: 0, max: 120 })
  })

  test('lets only owners act, and everybody look [D339]', async () => {
    const { id } = await create('Of an owner')
    for (const name of ['Finn', 'Rita'] as const) {
      const send = await sendAs(name)
      const sent = [
        await send('/keys', plan('Not allowed')),
        await send(`/keys/${id}/rotation`, { overlapSeconds: 0, expiresAt: null }),
        await send(`/keys/${id}/revocation`),
      ]
      for (const response of sent) {
        const { code } = (await response.json()) as { readonly code: string }
        expect([response.status, code]).toEqual([403, 'scope_denied'])
      }
    }
    expect((await find(id)).state).toBe('works')
    expect(await countOf('Not allowed')).toBe(0)
  })

  test('tells foreign records no other than unknown ones [D340]', async () => {
    const send = await sendAs('Ada')
    const { database, ids } = service()
    const [foreign] = await database.query<{ readonly key: string; readonly app: string }>(
      {
        name: '',
        text: `select id as key, app_id as app from api_keys where workspace_id <> $1 and app_id is not null`,
      },
      [ids.workspaceId],
    )
    const acts = [
      (key: string) => send(`/keys/${key}/rotation`, { overlapSeconds: 0, expiresAt: null }),
      (key: string) => send(`/keys/${key}/revocation`),
      (_key: string, appId: string) => send('/keys', { ...plan('Elsewhere'), appId }),
    ]
    for (const act of acts) {
      const bodies = await Promise.all(
        [[foreign?.key, foreign?.app] as const, [crypto.randomUUID(), crypto.randomUUID()] as const].map(
          async ([key = '', app = '']) => {
            const response = await act(key, app)
            expect(response.status).toBe(403)
            return { ...((await response.json()) as object), requestId: '' }
          },
        ),
      )
      expect(bodies[0]).toEqual(bodies[1])
    }
    const { items } = await list()
    expect(items.some(({ id }) => id === foreign?.key)).toBe(false)
  })
})
