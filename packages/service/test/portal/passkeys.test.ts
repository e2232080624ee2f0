import type { MemberResponse } from '@affiliate-platform/contract/console'
import { invitePerson, removeMember } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { type Audience, apis, createPasskeys, type Headers } from './passkeys.ts'
import { addMember, signInAccount } from './sign-in-member.ts'

describeServiceOnEachEngine('passkeys of members', { console: { place: { origin }, folder } }, (service) => {
  const { post, read, challenge, enrol, enter } = createPasskeys(service)
  const list = async (headers: Headers, audience: Audience = 'member') => {
    const response = await service().fetch(`${apis[audience]}/passkeys`, { headers })
    return (await read<MemberResponse<'listMemberPasskeys'>>(response)).items
  }
  test('sign in to the portal, as often as they like, and to those whom they act for [D457]', async () => {
    const mia = await addMember(service(), 'Mia')
    const headers = await signInAccount(service(), mia)
    const enrolled = await enrol(headers, mia)
    expect((await challenge(headers)).options?.rp).toEqual({ id: 'localhost', name: 'Affiliate portal' })
    for (let times = 0; times < 2; times += 1) {
      const response = await enter(enrolled)
      expect(response.status).toBe(200)
      const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
      expect(cookie).toMatch(/^affiliate-member=aff_member_session_/)
      const session = await service().fetch('/api/portal/v1/session', { headers: { cookie } })
      expect(await session.json()).toMatchObject({
        ...{ account: { name: 'Mia' }, hasPasskeys: true },
        memberships: [{ id: mia.membershipId }],
      })
    }
    expect(await list(headers)).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(String) }])
  })

  test('open nothing of the other half, also where one person is in both [D457]', async () => {
    const { database, ids } = service()
    const both = await addMember(service(), 'Kim')
    const email = 'kim@members.example'
    await invitePerson(database, {
      ...{ workspaceId: ids.workspaceId, email, name: 'Kim', role: 'finance', actor: 'system' },
    })
    const [asMember, asOperator] = [await signInAccount(service(), both), await signIn(service(), 'Kim')]
    const ofPortal = await enrol(asMember, both)
    const ofConsole = await enrol(asOperator, both, 'operator')
    expect(ofPortal.handle).not.toBe(ofConsole.handle)
    expect((await enter(ofPortal)).status).toBe(200)
    expect((await enter(ofConsole, 'operator')).status).toBe(200)
    for (const handle of [ofPortal.handle, ofConsole.handle]) {
      expect((await enter({ ...ofPortal, handle }, 'operator')).status).toBe(401)
      expect((await enter({ ...ofConsole, handle })).status).toBe(401)
    }
    const [[portal], [console]] = [await list(asMember), await list(asOperator, 'operator')]
    expect(portal?.id).not.toBe(console?.id)
    const foreign = await post(asMember, `/api/portal/v1/passkeys/${console?.id}/removal`)
    const unknown = await post(asMember, `/api/portal/v1/passkeys/${crypto.randomUUID()}/removal`)
    expect([foreign.status, unknown.status]).toEqual([403, 403])
    expect((await enter(ofConsole, 'operator')).status).toBe(200)
  })

  test('sign nobody in once they are removed, or their person acts for nobody [D457]', async () => {
    const lou = await addMember(service(), 'Lou')
    const headers = await signInAccount(service(), lou)
    const [first, second] = [await enrol(headers, lou), await enrol(headers, lou)]
    const [latest] = await list(headers)
    expect((await post(headers, `/api/portal/v1/passkeys/${latest?.id}/removal`)).status).toBe(200)
    expect([(await enter(first)).status, (await enter(second)).status]).toEqual([200, 401])
    await removeMember(service().database, lou)
    expect((await enter(first)).status).toBe(401)
  })

  test('are added by who has just signed in, from a page of ours [D457]', async () => {
    const noa = await addMember(service(), 'Noa')
    const headers = await signInAccount(service(), noa)
    const age = `update sessions set created_at = now() - interval '16 minutes' where account_id = $1`
    await service().database.query({ name: '', text: age }, [noa.accountId])
    const { options, rejected } = await challenge(headers)
    expect([options, rejected]).toEqual([null, expect.stringContaining('more than 15 minutes ago')])
    const elsewhere = { ...headers, origin: 'https://evil.example' }
    expect((await post(elsewhere, '/api/portal/v1/passkeys/challenge')).status).toBe(403)
  })
})
