import type { ConsoleResponse, MemberResponse } from '@affiliate-platform/contract/console'
import { applyDueAddresses } from '@affiliate-platform/platform/addresses'
import { findAccount, inviteMember } from '@affiliate-platform/platform/people'
import { sendDueMail, tokenOf } from '@affiliate-platform/test-support/due-mail'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from '../console/sign-in.ts'
import { addMember, signInAccount, signInMember } from './sign-in-member.ts'

type Headers = Awaited<ReturnType<typeof signInMember>>
type Own = MemberResponse<'changeMemberAddress'>

const payee = {
  ...{ name: 'Mia', kind: 'person', method: 'paypal', email: 'mia@pay.example' },
  ...{ iban: null, bic: null, town: null, country: null },
}

describeServiceOnEachEngine(
  'the address of who is signed in',
  { console: { place: { origin }, folder, sendsMail: true } },
  (service) => {
    const query = (text: string, values: readonly unknown[]) =>
      service().database.query({ name: '', text }, values)
    const post = (path: string, json: object, headers: Partial<Headers> = { origin }) =>
      service().fetch(path, { method: 'POST', headers, json })
    const answer = async <Value>(responding: Promise<Response>): Promise<Value> => {
      const response = await responding
      expect(response.status).toBe(200)
      return (await response.json()) as Value
    }
    const mails = () => sendDueMail(service().database, service().ids.workspaceId)
    const enter = async (name: string, half: 'portal' | 'console' = 'portal') => {
      const { workspaceId } = service().ids
      const headers = half === 'portal' ? await signInMember(service(), name) : await signIn(service(), name)
      const accountId = await findAccountId(service(), name)
      const base = `/api/${half}/v1/address`
      const { email } = (await findAccount(service().database, { workspaceId, accountId })) ?? { email: '' }
      return {
        ...{ accountId, headers, email },
        read: async () => await answer<Own>(service().fetch(base, { headers })),
        ask: (to: string) => answer<Own>(post(base, { email: to }, headers)),
        confirm: async (token: string, as = headers) =>
          (await answer<{ rejected: string | null }>(post(`${base}/confirmation`, { token }, as))).rejected,
      }
    }
    const statusOf = async (headers: Headers, half = 'portal') =>
      (await service().fetch(`/api/${half}/v1/session`, { headers })).status
    const takeBack = async (token: string) =>
      (await answer<MemberResponse<'takeBackAddress'>>(post('/api/portal/v1/address/return', { token })))
        .outcome

    test('is changed by the link that was sent to another one, and from the one before undone [D449]', async () => {
      const mia = await enter('Mia')
      const elsewhere = await signInMember(service(), 'Mia')
      expect(await mia.read()).toMatchObject({ email: mia.email, next: null, refused: null, isFresh: true })
      expect(await mia.ask('mia@new.example')).toMatchObject({
        ...{ rejected: null, email: mia.email, takeBackUntil: null },
        next: { email: 'mia@new.example', isProved: false, appliesFrom: null },
      })
      const sent = await mails()
      const noa = await enter('Noa')
      expect(await noa.confirm(tokenOf(sent, 'address_proof'))).toBe('expired')
      expect((await post('/api/portal/v1/address/confirmation', { token: 'x' })).status).toBe(401)
      expect(await mia.confirm(tokenOf(sent, 'address_proof'))).toBeNull()
      expect(await mia.read()).toMatchObject({
        ...{ email: 'mia@new.example', next: null, takeBackUntil: expect.any(String) },
      })
      expect([await statusOf(mia.headers), await statusOf(elsewhere)]).toEqual([200, 401])
      expect(await takeBack(tokenOf(sent, 'address_changing'))).toBe('taken_back')
      expect(await takeBack(tokenOf(sent, 'address_changing'))).toBe('too_late')
      expect(await statusOf(mia.headers)).toBe(401)
      const [told, ...others] = await mails()
      expect([told?.email, told?.content, others]).toEqual([
        ...['mia@new.example', { kind: 'address_changed', isTakenBack: true }, []],
      ])
    })

    test('is asked for by who has just signed in, and alike whether somebody has it [D449]', async () => {
      const pia = await enter('Pia')
      const noa = await enter('Noa')
      const responses = []
      for (const email of [noa.email, 'nobody@new.example']) {
        const { next, ...said } = await pia.ask(email)
        responses.push({ ...said, next: { ...next, email: '', askedAt: '' } })
        expect((await mails()).map((mail) => [mail.email, mail.content.kind]).toSorted()).toEqual(
          [
            [email, 'address_proof'],
            [pia.email, 'address_changing'],
          ].toSorted(),
        )
      }
      expect(responses[0]).toEqual(responses[1])
      const rows = () => query('select id from address_changes where account_id = $1', [pia.accountId])
      const before = await rows()
      await query(`update sessions set created_at = now() - interval '16 minutes' where account_id = $1`, [
        pia.accountId,
      ])
      expect(await pia.ask('later@new.example')).toMatchObject({ rejected: 'sign_in_again', isFresh: false })
      expect(await rows()).toEqual(before)
      for (const email of ['no address', '', `${'a'.repeat(250)}@x.example`]) {
        expect((await post('/api/portal/v1/address', { email }, pia.headers)).status).toBe(400)
      }
    })

    test('of who works in the console too is changed there alone, for both halves [D449]', async () => {
      const { database, ids } = service()
      const finn = await enter('Finn', 'console')
      const { workspaceId, membershipId } = ids
      await inviteMember(database, { workspaceId, membershipId, email: finn.email, name: 'Finn' })
      const asMember = await signInAccount(service(), { workspaceId, accountId: finn.accountId })
      const path = '/api/portal/v1/address'
      const own = await answer<Own>(service().fetch(path, { headers: asMember }))
      expect(own.refused).toBe('operator')
      expect(await answer(post(path, { email: 'finn@new.example' }, asMember))).toMatchObject({
        rejected: 'operator',
        next: null,
      })
      await finn.ask('finn@new.example')
      const sent = await mails()
      const confirm = await post(`${path}/confirmation`, { token: tokenOf(sent, 'address_proof') }, asMember)
      expect(await confirm.json()).toEqual({ rejected: 'expired' })
      expect(await finn.confirm(tokenOf(sent, 'address_proof'))).toBeNull()
      expect([await statusOf(asMember), await statusOf(finn.headers, 'console')]).toEqual([401, 200])
      await takeBack(tokenOf(sent, 'address_changing'))
      await mails()
    })

    test('moves no payouts as long as it can be taken back [D455]', async () => {
      const lea = await enter('Lea')
      const path = `/api/portal/v1/memberships/${service().ids.membershipId}/payee`
      type Payee = MemberResponse<'changeOwnPayee'>
      expect(await answer<Payee>(service().fetch(path, { headers: lea.headers }))).toMatchObject({
        addressHeldUntil: null,
      })
      await lea.ask('lea@new.example')
      await lea.confirm(tokenOf(await mails(), 'address_proof'))
      const count = () =>
        query('select id from payees where membership_id = $1', [service().ids.membershipId])
      const before = await count()
      expect(await answer<Payee>(post(path, payee, lea.headers))).toMatchObject({
        ...{ rejected: 'new_address', addressHeldUntil: expect.any(String) },
      })
      expect(await count()).toEqual(before)
      await query(`update address_changes set applied_at = now() - interval '8 days' where account_id = $1`, [
        lea.accountId,
      ])
      expect(await answer<Payee>(post(path, payee, lea.headers))).toMatchObject({ rejected: null })
    })

    test('is given by an owner to who has lost theirs, and stopped [D453]', async () => {
      const kim = await addMember(service(), 'Kim')
      const ada = await enter('Ada', 'console')
      const path = `/api/console/v1/people/${kim.accountId}/address`
      type Given = ConsoleResponse<'changePersonAddress'>
      const give = (email: string, headers = ada.headers) =>
        post(path, { email, reason: 'she called' }, headers)
      const { headers: finance } = await enter('Finn', 'console')
      expect((await give('kim@new.example', finance)).status).toBe(403)
      expect((await answer<Given>(give('kim@members.example'))).rejected).toContain('have this address')
      expect((await answer<Given>(give(ada.email))).rejected).toContain('Somebody else')
      expect(await answer<Given>(give('kim@new.example'))).toMatchObject({
        ...{ rejected: null, next: { email: 'kim@new.example', isProved: false } },
      })
      const token = tokenOf(await mails(), 'address_proof')
      const prove = () =>
        answer<MemberResponse<'proveAddress'>>(post('/api/portal/v1/address/proof', { token }))
      const { appliesFrom } = await prove()
      expect([typeof appliesFrom, await prove()]).toEqual(['string', { appliesFrom: null }])
      expect((await answer<Given>(service().fetch(path, { headers: ada.headers }))).next).toMatchObject({
        ...{ isProved: true, appliesFrom },
      })
      await query(`update address_changes set applies_from = now() where account_id = $1`, [kim.accountId])
      expect((await answer<Given>(post(`${path}/keep`, {}, ada.headers))).next).toBeNull()
      await applyDueAddresses(service().database)
      const account = await findAccount(service().database, kim)
      expect(account?.email).toBe('kim@members.example')
    })
  },
)

describeServiceOnEachEngine(
  'an address where no mail is sent',
  { console: { place: { origin }, folder } },
  (service) => {
    test('is not changed: nobody could show that it is theirs [D449]', async () => {
      const headers = await signInMember(service(), 'Mia')
      const path = '/api/portal/v1/address'
      const sent = { method: 'POST', headers, json: { email: 'mia@new.example' } }
      const response = await service().fetch(path, sent)
      expect(await response.json()).toMatchObject({ rejected: 'no_mail', refused: 'no_mail', next: null })
      const ada = await signIn(service(), 'Ada')
      const accountId = await findAccountId(service(), 'Mia')
      const given = await service().fetch(`/api/console/v1/people/${accountId}/address`, {
        ...{ method: 'POST', headers: ada, json: { email: 'mia@new.example', reason: 'she called' } },
      })
      expect(await given.json()).toMatchObject({ next: null, rejected: expect.stringContaining('no mail') })
    })
  },
)
