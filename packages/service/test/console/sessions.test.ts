import type { Operation } from '@affiliate-platform/contract'
import { consoleOperations, roles, scopesOfRole } from '@affiliate-platform/contract/console'
import { grantRole, issueSignInLink, signOutEverywhere } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const session = '/api/console/v1/session'
const someId = '01890000-0000-7000-8000-000000000001'

describeServiceOnEachEngine(
  'a session of the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const linkOf = async (name: 'Ada' | 'Finn' | 'Rita') => {
      const { workspaceId } = service().ids
      const accountId = await findAccountId(service(), name)
      const link = await issueSignInLink(service().database, { workspaceId, accountId })
      return link?.token ?? ''
    }
    const open = (token: string) => service().fetch('/api/console/v1/sign-in', { method: 'POST', key: token })
    const readAs = (headers: Readonly<Record<string, string>>) => service().fetch(session, { headers })

    test('begins by a link, once, of several presses at once too [D339]', async () => {
      const token = await linkOf('Ada')
      const responses = await Promise.all(Array.from({ length: 5 }, () => open(token)))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
      expect((await open(token)).status).toBe(401)
      const cookie = responses.find(({ status }) => status === 200)?.headers.get('set-cookie')
      expect(cookie).toMatch(
        /^affiliate-operator=aff_session_\w+; Path=\/; HttpOnly; SameSite=Strict; Expires=/,
      )
    })

    test('says who is signed in, and ends by a sign-out [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const response = await readAs(ada)
      expect(await response.json()).toMatchObject({
        account: { name: 'Ada', email: 'ada@bright.example' },
        role: 'owner',
        workspace: { id: service().ids.workspaceId },
      })
      const out = await service().fetch('/api/console/v1/sign-out', { method: 'POST', headers: ada })
      expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
      expect((await readAs(ada)).status).toBe(401)
    })

    test('takes what was chosen for it nowhere: not before the sign-in, nor as a bearer [D339]', async () => {
      const chosen = { cookie: 'affiliate-operator=aff_session_chosen', origin }
      expect((await readAs(chosen)).status).toBe(401)
      const { cookie } = await signIn(service(), 'Ada')
      const [, token = ''] = cookie.split('=')
      expect((await service().fetch(session, { key: token })).status).toBe(401)
      expect((await service().fetch(session, { key: service().keys.workspace })).status).toBe(401)
      const payouts = '/api/affiliate-platform/v1/payouts'
      expect((await service().fetch(payouts, { headers: { cookie } })).status).toBe(401)
      expect((await service().fetch(payouts, { key: token })).status).toBe(401)
    })

    test.each([undefined, 'null', 'https://evil.example', 'http://localhost:4011', 'http://localhost'])(
      'acts from no page of another origin: %s [D339]',
      async (foreign) => {
        const { cookie } = await signIn(service(), 'Ada')
        const headers = { cookie, ...(foreign !== undefined && { origin: foreign }) }
        const out = await service().fetch('/api/console/v1/sign-out', { method: 'POST', headers })
        expect(out.status).toBe(403)
        expect((await readAs({ cookie })).status).toBe(200)
      },
    )

    test('may do what its role may, at the next request already [D339]', async () => {
      const { database, ids } = service()
      const finn = await signIn(service(), 'Finn')
      const key = { workspaceId: ids.workspaceId, accountId: await findAccountId(service(), 'Finn') }
      const freeze = () =>
        service().fetch('/api/console/v1/payout-runs', {
          method: 'POST',
          headers: finn,
          json: { id: someId, asOf: '2026-01-01T00:00:00Z', previewHash: 'none' },
        })
      expect((await freeze()).status).toBe(200)
      await grantRole(database, key, { role: 'reader', actor: 'operator:test' })
      expect((await freeze()).status).toBe(403)
      expect((await readAs(finn)).status).toBe(200)
      await grantRole(database, key, { role: null, actor: 'operator:test' })
      expect((await readAs(finn)).status).toBe(401)
      expect(await issueSignInLink(database, key)).toBeUndefined()
      await grantRole(database, key, { role: 'finance', actor: 'operator:test' })
      expect(await signOutEverywhere(database, key)).toEqual({ sessions: 0, passkeys: 0 })
      expect((await readAs(finn)).status).toBe(401)
    })

    test('keeps the last owner of a workspace [D339]', async () => {
      const { database, ids } = service()
      const key = { workspaceId: ids.workspaceId, accountId: await findAccountId(service(), 'Ada') }
      const taken = await grantRole(database, key, { role: null, actor: 'operator:test' })
      expect(taken).toEqual({ ok: false, rejection: 'last_owner' })
      expect((await grantRole(database, key, { role: 'owner', actor: 'operator:test' })).ok).toBe(true)
    })

    test.each(roles)('as %s opens what the table of roles says, and nothing else [D339]', async (role) => {
      const { database, ids } = service()
      const key = { workspaceId: ids.workspaceId, accountId: await findAccountId(service(), 'Rita') }
      await grantRole(database, key, { role, actor: 'operator:test' })
      const rita = await signIn(service(), 'Rita')
      for (const { method, path, scope, sources } of Object.values<Operation>(consoleOperations)) {
        if (!sources.some((source) => source === 'session') || scope === undefined) continue
        const at = path.replace(':id', someId)
        const isAllowed = scopesOfRole[role].some((granted) => granted === scope)
        const response = await service().fetch(at, {
          method,
          headers: rita,
          ...(method === 'POST' && { json: {} }),
        })
        const isDenied = response.status === 403 && (await response.text()).includes('"scope_denied"')
        expect([at, isDenied]).toEqual([at, !isAllowed])
      }
      await grantRole(database, key, { role: 'reader', actor: 'operator:test' })
    })

    test('ends after 12 hours without a request, and after 14 days however often it is used [D339]', async () => {
      for (const [column, age] of [
        ['used_at', '13 hours'],
        ['expires_at', '15 days'],
      ]) {
        const ada = await signIn(service(), 'Ada')
        expect((await readAs(ada)).status).toBe(200)
        const text = `update sessions set ${column} = ${column} - interval '${age}' where ended_at is null`
        await service().database.query({ name: '', text }, [])
        expect((await readAs(ada)).status).toBe(401)
      }
    })

    test('keeps neither a link nor a cookie in the database [D339]', async () => {
      const token = await linkOf('Ada')
      const { cookie } = await signIn(service(), 'Ada')
      for (const table of ['sign_in_links', 'sessions', 'audit_changes']) {
        const rows = await service().database.query(
          { name: '', text: `select row.*::text from ${table} row` },
          [],
        )
        for (const secret of [token, cookie.split('=')[1] ?? ''])
          expect(JSON.stringify(rows)).not.toContain(secret)
      }
    })
  },
)
