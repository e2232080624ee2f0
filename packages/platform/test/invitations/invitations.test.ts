import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { actAs, listAuditEntries } from '../../src/audit.ts'
import { createGroup } from '../../src/groups.ts'
import { listInvitations, sendInvitation, withdrawInvitation } from '../../src/invitations.ts'
import { createMembership, findMembership } from '../../src/memberships.ts'
import {
  createMemberSessionSearch,
  inviteMember,
  issueSignInLink,
  listMembershipPeople,
  useSignInLink,
} from '../../src/people.ts'
import { closeProgram } from '../../src/programs.ts'

describeOnEachEngine('an invitation to a program', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
  })

  const send = (name: string, plan: { readonly groupId?: string; readonly programId?: string } = {}) => {
    const { workspaceId, programId } = app
    const email = `${name}@Members.example`.toLowerCase()
    return sendInvitation(actAs(database(), 'operator:ada'), {
      ...{ workspaceId, programId, groupId: null, email, name },
      ...plan,
    })
  }
  const list = () => {
    const { workspaceId, programId } = app
    return listInvitations(database(), { workspaceId, programId }, { after: undefined, limit: 10 })
  }
  const idOf = async (name: string) => (await list()).find((one) => one.name === name)?.id ?? ''
  const withdraw = (invitationId: string) =>
    withdrawInvitation(database(), { workspaceId: app.workspaceId, invitationId })
  const membershipOf = async (name: string) => {
    const sent = await send(name)
    return sent.ok ? sent.membershipId : ''
  }

  async function signIn(membershipId: string): Promise<string> {
    const { workspaceId } = app
    const [person] = await listMembershipPeople(database(), { workspaceId, membershipId })
    const accountId = person?.id ?? ''
    const link = await issueSignInLink(database(), { workspaceId, accountId }, 'member')
    const text = `select id from sign_in_links where workspace_id = $1 and account_id = $2 order by id desc limit 1`
    const [row] = await database().query<{ readonly id: string }>({ name: '', text }, [
      workspaceId,
      accountId,
    ])
    expect(link).toBeDefined()
    const session = await useSignInLink(database(), { workspaceId, id: row?.id ?? '' }, 'member')
    return session?.token ?? ''
  }

  test('makes a member who acts for themself, with a mail that leads there, and once [D458]', async () => {
    const { workspaceId, programId: program } = app
    const group = await createGroup(database(), {
      ...{ workspaceId, programId: program, name: 'Agencies', allowManualClaims: null },
    })
    const sent = await send('mia', { groupId: group?.id ?? '' })
    expect(sent).toMatchObject({ ok: true, isNew: true })
    expect(await send('mia', { groupId: group?.id ?? '' })).toEqual({ ...sent, isNew: false })
    expect(await list()).toMatchObject([
      { name: 'mia', email: 'mia@members.example', groupName: 'Agencies', actor: 'operator:ada' },
    ])
    const text = 'select kind from outbox_mails where workspace_id = $1'
    expect(await database().query({ name: '', text }, [workspaceId])).toEqual([{ kind: 'member_invitation' }])
    expect(await send('mia')).toEqual({ ok: false, rejection: 'member_already' })
    expect(await send('noa', { groupId: crypto.randomUUID() })).toEqual({
      ...{ ok: false, rejection: 'unknown_group' },
    })
    expect(await send('noa', { programId: crypto.randomUUID() })).toEqual({
      ...{ ok: false, rejection: 'unknown_program' },
    })
    await closeProgram(database(), { workspaceId, id: program, reason: 'sold' })
    expect(await send('noa')).toEqual({ ok: false, rejection: 'closed_program' })
    expect(await list()).toHaveLength(1)
  })

  test('of one person by two at once makes one member [D458]', async () => {
    const sent = await Promise.all([send('kim'), send('kim'), send('kim')])
    const isNew = sent.map((one) => one.ok && one.isNew)
    expect([sent.map(({ ok }) => ok), isNew.filter(Boolean)]).toEqual([[true, true, true], [true]])
    expect(await list()).toHaveLength(1)
  })

  test('is open until its person has signed in since [D458]', async () => {
    const membershipId = await membershipOf('lea')
    const id = await idOf('lea')
    await signIn(membershipId)
    expect(await list()).toEqual([])
    expect(await send('lea')).toEqual({ ok: false, rejection: 'member_already' })
    expect(await withdraw(id)).toEqual({ ok: false, rejection: 'followed_already' })
    const { workspaceId } = app
    expect(await listMembershipPeople(database(), { workspaceId, membershipId })).toHaveLength(1)
    // Another member for whom they are to act: nobody has said yet that they know.
    const plan = {
      workspaceId,
      programId: app.programId,
      groupId: null,
      name: 'Two',
      allowManualClaims: null,
    }
    const two = await createMembership(database(), plan)
    // Later than their session was used.
    await database().query({ name: '', text: 'select pg_sleep(0.003)' }, [])
    const lea = { email: 'lea@members.example', name: 'lea' }
    await inviteMember(database(), { workspaceId, membershipId: two?.id ?? '', ...lea })
    expect(await list()).toMatchObject([{ name: 'lea', membershipId: two?.id }])
  })

  test('that is withdrawn opens nothing, and closes the member that it made [D458]', async () => {
    const { workspaceId } = app
    const membershipId = await membershipOf('uma')
    const id = await idOf('uma')
    expect(await withdraw(id)).toEqual({ ok: true, name: 'uma', membershipId, isClosed: true })
    expect(await withdraw(id)).toEqual({ ok: false, rejection: 'followed_already' })
    expect(await withdraw(crypto.randomUUID())).toEqual({ ok: false, rejection: 'unknown_invitation' })
    expect(await list()).toEqual([])
    expect(await findMembership(database(), { workspaceId, id: membershipId })).toMatchObject({
      state: 'closed',
    })
    const filter = { workspaceId, subject: 'membership_state', subjectId: membershipId } as const
    expect(await listAuditEntries(database(), filter, { after: undefined, limit: 2 })).toHaveLength(1)
    // Who has the link from the mail is told that it does not work.
    expect(await send('uma')).toMatchObject({ ok: true })
  })

  test('of a member who was there before leaves the member as it is [D458]', async () => {
    const { workspaceId, programId } = app
    const plan = { workspaceId, programId, groupId: null, name: 'Harbour', allowManualClaims: null }
    const member = await createMembership(database(), plan)
    const membershipId = member?.id ?? ''
    const later = `update memberships set created_at = created_at - interval '1 day' where workspace_id = $1 and id = $2`
    await database().query({ name: '', text: later }, [workspaceId, membershipId])
    await inviteMember(database(), { workspaceId, membershipId, email: 'ivy@members.example', name: 'ivy' })
    expect(await withdraw(await idOf('ivy'))).toMatchObject({ ok: true, isClosed: false })
    expect(await findMembership(database(), { workspaceId, id: membershipId })).toMatchObject({
      state: 'active',
    })
  })

  test('that was withdrawn ends the session of who signs in all the same [D458]', async () => {
    const membershipId = await membershipOf('eve')
    const id = await idOf('eve')
    expect(await withdraw(id)).toMatchObject({ ok: true })
    const { workspaceId } = app
    const text =
      'select account_id as id from membership_people where workspace_id = $1 and membership_id = $2'
    const [person] = await database().query<{ readonly id: string }>({ name: '', text }, [
      workspaceId,
      membershipId,
    ])
    expect(
      await issueSignInLink(database(), { workspaceId, accountId: person?.id ?? '' }, 'member'),
    ).toBeUndefined()
    const again = await membershipOf('eve')
    const token = await signIn(again)
    const find = createMemberSessionSearch(database())
    expect((await find(token, true))?.memberships).toHaveLength(1)
  })
})
