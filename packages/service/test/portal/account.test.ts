import type { MemberResponse } from '@affiliate-platform/contract/console'
import { findAccount, inviteMember } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from '../console/sign-in.ts'
import { signInAccount, signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

type Headers = Awaited<ReturnType<typeof signInMember>>
type Sessions = MemberResponse<'listMemberSessions'>['items']
type Choices = MemberResponse<'listMemberMailChoices'>['items']

describeServiceOnEachEngine(
  'the account of a member',
  { console: { place: { origin }, folder } },
  (service) => {
    const read = async <Value>(headers: Headers, path: string): Promise<readonly Value[]> => {
      const response = await service().fetch(`${base}${path}`, { headers })
      expect([path, response.status]).toEqual([path, 200])
      return ((await response.json()) as { readonly items: readonly Value[] }).items
    }
    const send = (headers: Headers, path: string, json?: object) =>
      service().fetch(`${base}${path}`, { method: 'POST', headers, ...(json && { json }) })
    const statusOf = async (headers: Headers) =>
      (await service().fetch(`${base}/session`, { headers })).status

    test('lists their sessions, and ends one, all others, or this one [D452]', async () => {
      const enter = () => signInMember(service(), 'Pia')
      const [here, one, two, three] = [await enter(), await enter(), await enter(), await enter()]
      const own = () => read<Sessions[number]>(here, '/sessions')
      const before = await own()
      expect(before.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true])
      const ended = await send(here, `/sessions/${before[0]?.id}/end`)
      expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, null])
      expect([await statusOf(three), await statusOf(two)]).toEqual([401, 200])
      expect((await send(here, '/sessions/end-others')).status).toBe(200)
      expect([await statusOf(two), await statusOf(one), await statusOf(here)]).toEqual([401, 401, 200])
      const [last, ...others] = await own()
      expect([last?.isCurrent, others]).toEqual([true, []])
      const gone = await send(here, `/sessions/${last?.id}/end`)
      expect(gone.headers.get('set-cookie')).toContain('Max-Age=0')
      expect(await statusOf(here)).toBe(401)
    })

    test('reaches no session of somebody else, nor of the other half [D452]', async () => {
      const [pia, noa] = [await signInMember(service(), 'Pia'), await signInMember(service(), 'Noa')]
      const [ofNoa] = await read<Sessions[number]>(noa, '/sessions')
      const refusals = await Promise.all(
        [ofNoa?.id ?? '', crypto.randomUUID()].map(async (id) => {
          const response = await send(pia, `/sessions/${id}/end`)
          const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>
          return [response.status, body]
        }),
      )
      expect(refusals[0]).toEqual(refusals[1])
      expect(refusals[0]?.[0]).toBe(403)
      await send(pia, '/sessions/end-others')
      expect(await statusOf(noa)).toBe(200)
      // An operator who is a member too has two sessions, and each half ends its own.
      const { database, ids } = service()
      const ada = await signIn(service(), 'Ada')
      const operators = await service().fetch('/api/console/v1/sessions', { headers: ada })
      const [ofAda] = ((await operators.json()) as { readonly items: Sessions }).items
      const accountId = await findAccountId(service(), 'Ada')
      const account = await findAccount(database, { workspaceId: ids.workspaceId, accountId })
      const person = { email: account?.email ?? '', name: 'Ada' }
      await inviteMember(database, {
        ...person,
        workspaceId: ids.workspaceId,
        membershipId: ids.membershipId,
      })
      const asMember = await signInAccount(service(), { workspaceId: ids.workspaceId, accountId })
      expect((await send(asMember, `/sessions/${ofAda?.id}/end`)).status).toBe(403)
      await send(asMember, '/sessions/end-others')
      expect((await service().fetch('/api/console/v1/session', { headers: ada })).status).toBe(200)
    })

    test('says what mail they do without, of what can be done without [D452]', async () => {
      const pia = await signInMember(service(), 'Pia')
      const choices = () => read<Choices[number]>(pia, '/mail-choices')
      expect(await choices()).toEqual([
        { kind: 'payout_reported', isWanted: true },
        { kind: 'payout_confirmed', isWanted: true },
      ])
      expect((await send(pia, '/mail-choices', { kind: 'payout_confirmed', isWanted: false })).status).toBe(
        200,
      )
      expect((await choices()).map(({ isWanted }) => isWanted)).toEqual([true, false])
      for (const kind of ['member_sign_in', 'payee_changed', 'terms_changed', 'digest']) {
        expect([kind, (await send(pia, '/mail-choices', { kind, isWanted: false })).status]).toEqual([
          kind,
          400,
        ])
      }
      const noa = await signInMember(service(), 'Noa')
      const ofNoa = await read<Choices[number]>(noa, '/mail-choices')
      expect(ofNoa.map(({ isWanted }) => isWanted)).toEqual([true, true])
    })
  },
)
