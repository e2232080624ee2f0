import { listMails, tellSignInLinks } from '@affiliate-platform/platform/outbox'
import { insertAccount } from '@affiliate-platform/platform/people'
import { createWorkspace } from '@affiliate-platform/platform/workspaces'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { createTestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { addMember, signInMember } from './sign-in-member.ts'

const clientAddressHeader = 'x-real-ip'
const answerMs = 250

describeServiceOnEachEngine(
  'asking for a link to sign in',
  { console: { place: { origin }, folder, sendsMail: true }, clientAddressHeader },
  (service) => {
    let lastNetwork = 0
    const newNetwork = () => `198.51.100.${++lastNetwork}`
    const ask = (
      email: string,
      { half = 'portal', from = newNetwork(), headers = { origin } as Record<string, string> } = {},
    ) =>
      service().fetch(`/api/${half}/v1/sign-in-links`, {
        ...{ method: 'POST', headers: { ...headers, [clientAddressHeader]: from }, json: { email } },
      })
    const sent = async (to: string, workspaceId = service().ids.workspaceId) => {
      const mails = await listMails(
        service().database,
        { workspaceId, state: undefined },
        { after: undefined, limit: 100 },
      )
      return mails.filter(({ recipient }) => recipient === to).map(({ kind }) => kind)
    }

    test('is answered alike and as late for known, unknown and operators’ addresses; members are sent one [D460]', async () => {
      await addMember(service(), 'Mia')
      const startedAt = performance.now()
      const answers = await Promise.all(
        [' Mia@Members.example', 'nobody@members.example', 'ada@bright.example'].map(async (email) => {
          const response = await ask(email)
          const tookMs = performance.now() - startedAt
          return [response.status, await response.text(), tookMs >= answerMs - 5]
        }),
      )
      expect(answers).toEqual([1, 2, 3].map(() => [200, '{}', true]))
      expect(await sent('Mia')).toEqual(['member_sign_in'])
      expect(await sent('Ada')).toEqual([])
    })

    test('has one sent in ten minutes, however often and from wherever somebody asks [D460]', async () => {
      await addMember(service(), 'Noa')
      const tell = (minute: number) => {
        const now = new Date(Date.UTC(2026, 10, 1, 12, minute))
        return tellSignInLinks(service().database, { email: 'NOA@members.example', audience: 'member', now })
      }
      await Promise.all([0, 0, 0, 1, 5, 9].map(tell))
      expect(await sent('Noa')).toHaveLength(1)
      await tell(10)
      expect(await sent('Noa')).toHaveLength(2)
    })

    test('sends another to whoever has signed in since, with a link that is used up [D460]', async () => {
      await addMember(service(), 'Ravi')
      const now = new Date(Date.UTC(2026, 10, 1, 12))
      const tell = () =>
        tellSignInLinks(service().database, { email: 'ravi@members.example', audience: 'member', now })
      await tell()
      await signInMember(service(), 'Ravi')
      await tell()
      await tell()
      expect(await sent('Ravi')).toHaveLength(2)
    })

    test('is for the one half that was asked: an operator is sent one by the console alone [D460]', async () => {
      const { database, ids } = service()
      const [ada] = await database.query<{ readonly email: string }>(
        { name: '', text: "select email from accounts where workspace_id = $1 and name = 'Ada'" },
        [ids.workspaceId],
      )
      for (const half of ['portal', 'console'])
        expect((await ask(ada?.email ?? '', { half })).status).toBe(200)
      expect(await sent('Ada')).toEqual(['sign_in'])
    })

    test('is done by each workspace where the person is, and by no other [D460]', async () => {
      const { database } = service()
      const { id: workspaceId } = await createWorkspace(database, 'Another')
      await insertAccount(database, { workspaceId, email: 'kim@members.example', name: 'Kim' })
      await addMember(service(), 'Kim')
      expect((await ask('kim@members.example')).status).toBe(200)
      expect(await sent('Kim')).toEqual(['member_sign_in'])
      // There Kim acts for nobody.
      expect(await sent('Kim', workspaceId)).toEqual([])
    })

    test('is limited for a network, of IPv6 for all that have its first half, and for no other [D460]', async () => {
      const statusesFrom = async (addresses: readonly string[]) => {
        const statuses: number[] = []
        for (const from of addresses) statuses.push((await ask('x@members.example', { from })).status)
        return statuses
      }
      const ten = Array.from({ length: 10 }, (_, index) => index)
      const many = await statusesFrom(ten.map((index) => `2001:db8:1:2::${index}`))
      expect(many).toEqual(ten.map(() => 200))
      const over = await ask('x@members.example', { from: '2001:db8:1:2:ffff::1' })
      expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true])
      // The console's half is asked by the same network.
      expect((await ask('x@members.example', { half: 'console', from: '2001:db8:1:2::a' })).status).toBe(429)
      expect(await statusesFrom(['2001:db8:1:3::1', '203.0.113.1', '::ffff:203.0.113.1'])).toEqual([
        ...[200, 200, 200],
      ])
      service().clock.advance(60_001)
      expect(await statusesFrom(['2001:db8:1:2::1'])).toEqual([200])
    })

    test('comes from a page of ours, by POST, with an address: nothing else is an act [D460]', async () => {
      await addMember(service(), 'Lou')
      const email = 'lou@members.example'
      for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }])
        expect((await ask(email, { headers })).status).toBe(403)
      expect((await service().fetch(`/api/portal/v1/sign-in-links?email=${email}`)).status).toBe(404)
      expect((await ask('lou')).status).toBe(400)
      expect(await sent('Lou')).toEqual([])
    })

    test('sends nothing where no mail is sent, which the page knows [D460]', async () => {
      const { database } = service()
      const without = await createTestService({ database, console: { place: { origin }, folder } })
      await addMember(service(), 'Uma')
      const asked = await without.fetch('/api/portal/v1/sign-in-links', {
        ...{ method: 'POST', headers: { origin }, json: { email: 'uma@members.example' } },
      })
      expect([asked.status, await sent('Uma')]).toEqual([200, []])
      const way = { method: 'POST', headers: { origin } }
      for (const half of ['/console', '/portal']) {
        expect(await (await without.fetch(`${half}/ways`, way)).json()).toEqual({ mail: false })
        expect(await (await service().fetch(`${half}/ways`, way)).json()).toEqual({ mail: true })
      }
    })
  },
)
