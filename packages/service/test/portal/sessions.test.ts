import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { issueSignInLink, listSessions, removeMember } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from '../console/sign-in.ts'
import { addMember, signInMember } from './sign-in-member.ts'

const session = '/api/portal/v1/session'

describeServiceOnEachEngine(
  'a session of the portal',
  { console: { place: { origin }, folder } },
  (service) => {
    const readAs = (headers: Readonly<Record<string, string>>) => service().fetch(session, { headers })
    const open = (path: string, token = '') => service().fetch(path, { method: 'POST', key: token })

    test('begins by a link, once, with a cookie of its own, and ends by a sign-out [D440]', async () => {
      const mia = await addMember(service(), 'Mia')
      const link = await issueSignInLink(service().database, mia, 'member')
      const responses = await Promise.all([1, 2, 3].map(() => open('/api/portal/v1/sign-in', link?.token)))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
      const set = responses.find(({ status }) => status === 200)?.headers.get('set-cookie') ?? ''
      expect(set).toMatch(
        /^affiliate-member=aff_member_session_\w+; Path=\/; HttpOnly; SameSite=Strict; Expires=/,
      )
      const headers = { cookie: set.split(';')[0] ?? '', origin }
      expect(await (await readAs(headers)).json()).toMatchObject({
        account: { name: 'Mia', email: 'mia@members.example' },
        memberships: [{ id: service().ids.membershipId }],
      })
      const foreign = { ...headers, origin: 'https://evil.example' }
      const signOut = (of: typeof headers) =>
        service().fetch('/api/portal/v1/sign-out', { method: 'POST', headers: of })
      expect((await signOut(foreign)).status).toBe(403)
      expect((await signOut(headers)).status).toBe(200)
      expect((await readAs(headers)).status).toBe(401)
    })

    test('is never one of the console, whoever its person is: nor is one of the console ever one of it [D440]', async () => {
      const { database, ids } = service()
      const accountId = await findAccountId(service(), 'Ada')
      const ada = { workspaceId: ids.workspaceId, accountId }
      // Ada acts for no member yet.
      expect(await issueSignInLink(database, ada, 'member')).toBeUndefined()
      const headers = await signInMember(service(), 'Mia')
      const mia = await addMember(service(), 'Mia')
      expect(await issueSignInLink(database, mia)).toBeUndefined()

      const operator = await signIn(service(), 'Ada')
      const consoleSession = '/api/console/v1/session'
      expect((await service().fetch(consoleSession, { headers })).status).toBe(401)
      expect((await readAs(operator)).status).toBe(401)
      for (const [own, other] of [
        ['affiliate-member', 'affiliate-operator'],
        ['affiliate-operator', 'affiliate-member'],
      ] as const) {
        const taken = own === 'affiliate-member' ? headers : operator
        const renamed = { cookie: taken.cookie.replace(own, other), origin }
        expect((await readAs(renamed)).status).toBe(401)
        expect((await service().fetch(consoleSession, { headers: renamed })).status).toBe(401)
      }
      const ofMember = await issueSignInLink(database, mia, 'member')
      const ofOperator = await issueSignInLink(database, ada)
      expect((await open('/api/console/v1/sign-in', ofMember?.token)).status).toBe(401)
      expect((await open('/api/portal/v1/sign-in', ofOperator?.token)).status).toBe(401)
      expect(await listSessions(database, mia)).toEqual([])
      expect(await listSessions(database, mia, 'member')).toHaveLength(1)
    })

    test('ends for a member at the next request once its person acts for them no more [D440]', async () => {
      const headers = await signInMember(service(), 'Noa')
      const noa = await addMember(service(), 'Noa')
      expect((await readAs(headers)).status).toBe(200)
      expect(await removeMember(service().database, noa)).toBe(true)
      expect(await removeMember(service().database, noa)).toBe(false)
      expect((await readAs(headers)).status).toBe(401)
      expect(await issueSignInLink(service().database, noa, 'member')).toBeUndefined()
      // Nothing was deleted: who acts for whom is facts.
      await addMember(service(), 'Noa')
      expect((await readAs(headers)).status).toBe(200)
    })

    test('is invited by an operator who moves money, once, by whom the audit names [D440]', async () => {
      const { database, ids } = service()
      const { workspaceId, membershipId } = ids
      const finn = await signIn(service(), 'Finn')
      const path = `/api/console/v1/members/${membershipId}`
      const act = async <Value>(rest: string, json: object): Promise<Value> => {
        const response = await service().fetch(`${path}${rest}`, { method: 'POST', headers: finn, json })
        expect([rest, response.status]).toEqual([rest, 200])
        return (await response.json()) as Value
      }
      const kim = { email: ' Kim@Members.Example ', name: 'Kim' }
      const both = await Promise.all([1, 2].map(() => act<ConsoleResponse<'inviteToPortal'>>('/people', kim)))
      const found = both.map(({ items }) => items.filter(({ email }) => email === 'kim@members.example'))
      expect(found.map(({ length }) => length)).toEqual([1, 1])
      const accountId = found[0]?.[0]?.id ?? ''
      const entries = await listAuditEntries(
        database,
        { workspaceId, subject: 'membership_person' },
        { after: undefined, limit: 50 },
      )
      const byFinn = `operator:${await findAccountId(service(), 'Finn')}`
      expect(entries.filter(({ actor }) => actor === byFinn)).toMatchObject([{ subjectId: membershipId }])

      const { url } = await act<ConsoleResponse<'issueMemberLink'>>('/sign-in-link', { accountId })
      expect(url.startsWith(`${origin}/portal/sign-in#aff_member_sign_in_`)).toBe(true)
      expect((await open('/api/portal/v1/sign-in', new URL(url).hash.slice(1))).status).toBe(200)
      await act('/people/removal', { accountId })
      const gone = await service().fetch(`${path}/sign-in-link`, {
        ...{ method: 'POST', headers: finn, json: { accountId } },
      })
      expect(gone.status).toBe(403)
    })

    test('shows nobody who acts for a member among the operators, nor their address to a reader [D440]', async () => {
      await addMember(service(), 'Quinn')
      const rita = await signIn(service(), 'Rita')
      for (const path of ['/people', '/find?text=quinn', '/find?text=quinn@members.example']) {
        const response = await service().fetch(`/api/console/v1${path}`, { headers: rita })
        expect([path, response.status]).toEqual([path, 200])
        expect((await response.text()).toLowerCase()).not.toContain('quinn')
      }
      const people = await service().fetch(`/api/console/v1/members/${service().ids.membershipId}/people`, {
        headers: rita,
      })
      expect(people.status).toBe(403)
    })

    test('keeps neither a link nor a cookie in the database [D440]', async () => {
      const mia = await addMember(service(), 'Mia')
      const link = await issueSignInLink(service().database, mia, 'member')
      const { cookie } = await signInMember(service(), 'Mia')
      for (const table of ['sign_in_links', 'sessions', 'audit_changes', 'membership_people']) {
        const text = `select row.*::text from ${table} row`
        const rows = JSON.stringify(await service().database.query({ name: '', text }, []))
        for (const secret of [link?.token ?? 'none', cookie.split('=')[1] ?? 'none'])
          expect(rows).not.toContain(secret)
      }
    })
  },
)
