import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'
const someId = '01890000-0000-7000-8000-000000000001'

type Headers = Readonly<Record<string, string>>
type Changed = ConsoleResponse<'changeRole'>

describeServiceOnEachEngine(
  'the people of a workspace, in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const send = (headers: Headers, path: string, json?: unknown) =>
      service().fetch(`${base}${path}`, { headers, method: 'POST', ...(json !== undefined && { json }) })
    const act = async <Value>(headers: Headers, path: string, json?: unknown): Promise<Value> => {
      const response = await send(headers, path, json)
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
    const read = async <Value>(headers: Headers, path: string): Promise<Value> => {
      const response = await service().fetch(`${base}${path}`, { headers })
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
    const list = async (headers: Headers) =>
      (await read<ConsoleResponse<'listPeople'>>(headers, '/people')).items
    const invite = (headers: Headers, name: string, role: string) =>
      act<Changed>(headers, '/people', { email: `${name}@bright.example`, name, role })
    /** Follows a link as its person does: by the button, which sends what stands behind the `#`. */
    const follow = async (url: string) => {
      const key = new URL(url).hash.slice(1)
      const response = await service().fetch(`${base}/sign-in`, { method: 'POST', key })
      const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
      return { status: response.status, headers: { cookie, origin } }
    }
    const link = (headers: Headers, id: string) =>
      act<ConsoleResponse<'issueSignInLink'>>(headers, `/people/${id}/sign-in-link`)
    const statusOf = async (headers: Headers) =>
      (await service().fetch(`${base}/session`, { headers })).status

    test('are listed to every role, with where they are signed in and nothing secret [D339]', async () => {
      const rita = await signIn(service(), 'Rita')
      const people = (await list(rita)).toSorted((one, other) => one.name.localeCompare(other.name))
      expect(people.map(({ name, role, sessions }) => [name, role, sessions])).toEqual([
        ['Ada', 'owner', 0],
        ['Finn', 'finance', 0],
        ['Rita', 'reader', 1],
      ])
      expect(people[0]?.lastUsedAt).toBeNull()
      expect(Date.parse(people[2]?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(people[2]?.addedAt ?? ''))
      const response = await service().fetch(`${base}/people`, { headers: rita })
      expect(await response.text()).not.toMatch(/aff_|hash|token/i)
    })

    test('are invited once, with the role that they have from then on [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const sent = { email: ' Mia@Bright.Example ', name: 'Mia', role: 'support' }
      const both = await Promise.all([1, 2].map(() => act<Changed>(ada, '/people', sent)))
      for (const { rejected, person } of both) {
        expect(rejected).toBeNull()
        expect(person).toMatchObject({
          email: 'mia@bright.example',
          name: 'Mia',
          role: 'support',
          sessions: 0,
        })
      }
      expect(both[0]?.person.id).toBe(both[1]?.person.id)
      expect((await list(ada)).filter(({ name }) => name === 'Mia')).toHaveLength(1)
    })

    test('keep their role and their name by another invitation, of two at once too [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const again = await act<Changed>(ada, '/people', {
        ...{ email: 'FINN@bright.example', name: 'Somebody else', role: 'owner' },
      })
      expect(again.rejected).toBe('Finn has the role finance already. Change it in the list.')
      expect(again.person).toMatchObject({ name: 'Finn', role: 'finance' })
      for (let round = 0; round < 5; round += 1) {
        const asked = await Promise.all(
          ['owner', 'reader'].map((role) => invite(ada, `twice-${round}`, role)),
        )
        const { rejected, person } = asked.find((one) => one.rejected === null) ?? asked[0] ?? {}
        expect([rejected, asked.filter((one) => one.rejected !== null).length]).toEqual([null, 1])
        const now = (await list(ada)).find(({ id }) => id === person?.id)
        expect(now?.role).toBe(person?.role)
        const filter = { workspaceId: service().ids.workspaceId, subject: 'account_role' } as const
        const entries = await listAuditEntries(
          service().database,
          { ...filter, subjectId: person?.id },
          { after: undefined, limit: 10 },
        )
        expect(entries).toHaveLength(1)
      }
    })

    test('are invited by a form whose faults stand at their fields [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const right = { email: 'a@bright.example', name: 'A', role: 'reader' }
      for (const [wrong, pointer] of [
        [{ ...right, email: 'a@' }, '/email'],
        [{ ...right, email: `${'a'.repeat(250)}@bright.example` }, '/email'],
        [{ ...right, name: ' ' }, '/name'],
        [{ ...right, name: 'a\u0000b' }, '/name'],
        [{ ...right, name: 'a\u202eb' }, '/name'],
        [{ ...right, role: 'boss' }, '/role'],
        [{ ...right, role: null }, '/role'],
        [{ ...right, workspaceId: someId }, '/workspaceId'],
      ] as const) {
        const response = await send(ada, '/people', wrong)
        const { errors } = (await response.json()) as { readonly errors: readonly { pointer: string }[] }
        expect([response.status, errors.map((fault) => fault.pointer)]).toEqual([400, [pointer]])
      }
    })

    test('sign in by a link once, which only its response has [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const { person } = await invite(ada, 'Lin', 'reader')
      const issued = await link(ada, person.id)
      const url = issued.link?.url ?? ''
      expect(url).toMatch(/^http:\/\/localhost:4010\/console\/sign-in#aff_sign_in_\w+$/)
      const minutes = (Date.parse(issued.link?.expiresAt ?? '') - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(25)
      expect(minutes).toBeLessThanOrEqual(31)
      const lin = await follow(url)
      expect([lin.status, await statusOf(lin.headers)]).toEqual([200, 200])
      expect((await follow(url)).status).toBe(401)
      const [, token = ''] = url.split('#')
      for (const table of ['sign_in_links', 'sessions', 'audit_changes', 'idempotency_records']) {
        const text = `select row.*::text from ${table} row`
        expect(JSON.stringify(await service().database.query({ name: '', text }, []))).not.toContain(token)
      }
    })

    test('sign in by a link for 30 minutes, and not after [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const { person } = await invite(ada, 'Lou', 'reader')
      for (const [minutes, status] of [
        [29, 200],
        [31, 401],
      ]) {
        const issued = await link(ada, person.id)
        const text = `update sign_in_links set expires_at = expires_at - interval '${minutes} minutes'
          where account_id = $1 and used_at is null`
        await service().database.query({ name: '', text }, [person.id])
        const sessions = await service().count('sessions')
        expect([minutes, (await follow(issued.link?.url ?? '')).status]).toEqual([minutes, status])
        expect(await service().count('sessions')).toBe(sessions + (status === 200 ? 1 : 0))
      }
    })

    test('may do what their role says at their next request, and nothing without one [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const { person } = await invite(ada, 'Kim', 'owner')
      const { link: issued } = await link(ada, person.id)
      const { link: unused } = await link(ada, person.id)
      const kim = (await follow(issued?.url ?? '')).headers
      expect((await send(kim, `/people/${person.id}/end-sessions`, {})).status).toBe(200)
      const second = (await follow(unused?.url ?? '')).headers
      const { link: kept } = await link(ada, person.id)
      const change = (role: string | null) => act<Changed>(ada, `/people/${person.id}/role`, { role })
      expect(await change('reader')).toMatchObject({
        rejected: null,
        person: { role: 'reader', sessions: 1 },
      })
      expect((await send(second, `/people/${person.id}/role`, { role: 'owner' })).status).toBe(403)
      expect(await statusOf(second)).toBe(200)
      for (const _press of [1, 2]) {
        expect(await change(null)).toMatchObject({ rejected: null, person: { role: null, sessions: 0 } })
      }
      expect(await statusOf(second)).toBe(401)
      expect(await statusOf((await follow(kept?.url ?? '')).headers)).toBe(401)
      expect(await link(ada, person.id)).toEqual({
        link: null,
        rejected: 'Kim has no role. Give them one first.',
      })
      expect(await change('finance')).toMatchObject({ rejected: null, person: { role: 'finance' } })
      expect(await statusOf(second)).toBe(401)
    })

    test('keep their last owner, of two who take each other’s role away at once too [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const adaId = await findAccountId(service(), 'Ada')
      for (const { id, role } of await list(ada)) {
        if (role === 'owner' && id !== adaId) await act(ada, `/people/${id}/role`, { role: null })
      }
      for (const role of [null, 'reader']) {
        const kept = await act<Changed>(ada, `/people/${adaId}/role`, { role })
        expect(kept.rejected).toBe('A workspace needs at least one owner. Make somebody else an owner first.')
        expect(kept.person.role).toBe('owner')
      }
      const { person } = await invite(ada, 'Olga', 'owner')
      const olga = await signIn(service(), 'Olga')
      const [one, other] = await Promise.all([
        send(ada, `/people/${person.id}/role`, { role: 'reader' }),
        send(olga, `/people/${adaId}/role`, { role: 'reader' }),
      ])
      const owners = (await list(ada)).filter(({ role }) => role === 'owner')
      expect([owners.length, one.status, other.status]).toEqual([1, expect.any(Number), expect.any(Number)])
      const last = owners[0]?.name ?? ''
      await act(await signIn(service(), last), `/people/${adaId}/role`, { role: 'owner' })
      await act(await signIn(service(), 'Ada'), `/people/${person.id}/role`, { role: 'reader' })
    })

    test('are changed by owners alone [D339]', async () => {
      const adaId = await findAccountId(service(), 'Ada')
      for (const name of ['Finn', 'Rita']) {
        const headers = await signIn(service(), name)
        for (const [path, json] of [
          ['/people', { email: 'eve@bright.example', name: 'Eve', role: 'owner' }],
          [`/people/${await findAccountId(service(), name)}/role`, { role: 'owner' }],
          [`/people/${adaId}/sign-in-link`, undefined],
          [`/people/${adaId}/end-sessions`, undefined],
        ] as const) {
          const response = await send(headers, path, json)
          const { code } = (await response.json()) as { readonly code: string }
          expect([path, response.status, code]).toEqual([path, 403, 'scope_denied'])
        }
      }
    })

    test('are changed in the name of the account that did it [D339]', async () => {
      const ada = await signIn(service(), 'Ada')
      const { person } = await invite(ada, 'Nora', 'reader')
      await act(ada, `/people/${person.id}/role`, { role: 'support' })
      await link(ada, person.id)
      const { database, ids } = service()
      const actor = `operator:${await findAccountId(service(), 'Ada')}`
      const filter = { workspaceId: ids.workspaceId, actor }
      const entries = await listAuditEntries(database, filter, { after: undefined, limit: 100 })
      const about = entries.filter(({ subjectId }) => subjectId === person.id)
      expect(about.map(({ subject }) => subject).toSorted()).toEqual([
        'account',
        'account_role',
        'account_role',
      ])
      expect(entries.map(({ subject }) => subject)).toContain('sign_in_link')
    })

    test('see and end their own sessions, one by one, each once [D339]', async () => {
      const [here, there] = [await signIn(service(), 'Rita'), await signIn(service(), 'Rita')]
      const own = async () => (await read<ConsoleResponse<'listOwnSessions'>>(here, '/sessions')).items
      const before = await own()
      expect(before.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
      expect(before[1]).toMatchObject({ isCurrent: true })
      const other = before[0]?.id ?? ''
      for (const _press of [1, 2]) {
        const ended = await send(here, `/sessions/${other}/end`)
        expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, null])
      }
      expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200])
      expect((await own()).map(({ id }) => id)).not.toContain(other)
      const current = before[1]?.id ?? ''
      const ended = await send(here, `/sessions/${current}/end`)
      expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
      expect(await statusOf(here)).toBe(401)
    })

    test('of another workspace, and sessions of others, are as if they were not there [D339]', async () => {
      const { database, ids } = service()
      const ada = await signIn(service(), 'Ada')
      const finn = await signIn(service(), 'Finn')
      const finnSession =
        (await read<ConsoleResponse<'listOwnSessions'>>(finn, '/sessions')).items[0]?.id ?? ''
      const [accountId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
      const insert = async (text: string, values: readonly unknown[]) => {
        await database.query({ name: '', text }, values)
      }
      const [{ elsewhere } = {}] = await database.query<{ readonly elsewhere: string }>(
        { name: '', text: 'select workspace_id as elsewhere from memberships where id = $1' },
        [ids.otherWorkspaceMembershipId],
      )
      await insert(
        `insert into accounts (workspace_id, id, email, name, created_at) values ($1, $2, 'x@else.example', 'X', now())`,
        [elsewhere, accountId],
      )
      await insert(
        `insert into account_roles (workspace_id, id, account_id, number, role, actor)
         values ($1, $2, $3, 1, 'owner', 'system')`,
        [elsewhere, crypto.randomUUID(), accountId],
      )
      await insert(
        `insert into sessions (workspace_id, id, account_id, audience, token_hash, created_at, used_at, expires_at)
         values ($1, $2, $3, 'operator', sha256('x'), now(), now(), now() + interval '1 day')`,
        [elsewhere, sessionId, accountId],
      )
      const respond = async (path: string, json?: unknown) => {
        const response = await send(ada, path, json)
        return [response.status, { ...((await response.json()) as object), requestId: '' }]
      }
      for (const [path, json] of [
        ['/people/:id/role', { role: null }],
        ['/people/:id/sign-in-link', undefined],
        ['/people/:id/end-sessions', undefined],
      ] as const) {
        const unknown = await respond(path.replace(':id', someId), json)
        expect([path, unknown[0]]).toEqual([path, 403])
        expect(await respond(path.replace(':id', accountId), json)).toEqual(unknown)
      }
      const unknown = await respond(`/sessions/${someId}/end`)
      expect(unknown[0]).toBe(403)
      for (const id of [sessionId, finnSession]) expect(await respond(`/sessions/${id}/end`)).toEqual(unknown)
      expect(await statusOf(finn)).toBe(200)
      const text = `select 1 from sessions where workspace_id = $1 and ended_at is null`
      expect(await database.query({ name: '', text }, [elsewhere])).toHaveLength(1)
      expect((await list(ada)).map(({ id }) => id)).not.toContain(accountId)
    })
  },
)
