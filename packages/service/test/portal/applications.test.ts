import { operations } from '@affiliate-platform/contract'
import {
  type applicationStates,
  decideApplication,
  listApplications,
} from '@affiliate-platform/platform/applications'
import { actAs } from '@affiliate-platform/platform/audit'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { listMails } from '@affiliate-platform/platform/outbox'
import { listMembershipPeople } from '@affiliate-platform/platform/people'
import { closeProgram, reopenProgram, updateProgram } from '@affiliate-platform/platform/programs'
import { createWorkspace } from '@affiliate-platform/platform/workspaces'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { addMember } from './sign-in-member.ts'

const clientAddressHeader = 'x-real-ip'
const actor = 'operator:ada'

describeServiceOnEachEngine(
  'the public page of a program',
  { console: { place: { origin }, folder, sendsMail: true }, clientAddressHeader },
  (service) => {
    let lastNetwork = 0
    const at = (rest: string, programId = service().ids.programId) =>
      `/api/portal/v1/programs/${programId}/${rest}`
    const read = async (programId?: string) => {
      const response = await service().fetch(at('page', programId))
      const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>
      return { status: response.status, body }
    }
    const apply = (email: string, given: object = {}, headers: Record<string, string> = { origin }) =>
      service().fetch(at('applications'), {
        method: 'POST',
        headers: { ...headers, [clientAddressHeader]: `198.51.100.${++lastNetwork}` },
        json: { email, name: 'Lea Lund', words: 'A newsletter for shops', ...given },
      })
    const open = (hasPublicPage = true) => {
      const { workspaceId, programId: id } = service().ids
      return updateProgram(service().database, { workspaceId, id }, { hasPublicPage })
    }
    const list = async (state: (typeof applicationStates)[number] | undefined = undefined) => {
      const { workspaceId, programId } = service().ids
      const page = { after: undefined, limit: 1000 }
      return await listApplications(service().database, { workspaceId, programId, state }, page)
    }
    const sentTo = async (recipient: string) => {
      const { workspaceId } = service().ids
      const page = { after: undefined, limit: 1000 }
      const mails = await listMails(service().database, { workspaceId, state: undefined }, page)
      return mails.filter((mail) => mail.recipient === recipient).map(({ kind }) => kind)
    }
    const decide = (applicationId: string, state: 'approved' | 'declined', given: object = {}) =>
      decideApplication(actAs(service().database, actor), {
        ...{ workspaceId: service().ids.workspaceId, applicationId, state, actor },
        ...{ groupId: null, reason: null },
        ...given,
      })
    const applied = async (email: string, name: string) => {
      expect((await apply(email, { name })).status).toBe(200)
      const found = (await list('open')).find((application) => application.name === name)
      if (found === undefined) throw new Error(`${name} has not applied.`)
      return found
    }

    test('is there once an operator opens it, with the terms of today, and else as one of nobody [D461]', async () => {
      const { workspaceId, programId: id } = service().ids
      const off = await read()
      expect([off.status, off]).toEqual([403, await read(crypto.randomUUID())])
      expect((await apply('early@applicants.example')).status).toBe(403)
      await open()
      const shown = await read()
      expect(shown).toMatchObject({ status: 200, body: { rules: { rateBps: expect.any(Number) } } })
      expect(Object.keys(shown.body).toSorted()).toEqual(['appName', 'name', 'rules', 'workspaceName'])
      await closeProgram(service().database, { workspaceId, id, reason: 'full' })
      expect(await read()).toEqual(off)
      expect((await apply('late@applicants.example')).status).toBe(403)
      await reopenProgram(service().database, { workspaceId, id })
      expect(await read()).toEqual(shown)
      expect(await list()).toEqual([])
    })

    test('answers everybody alike, and keeps one open application of an address [D461]', async () => {
      await open()
      await addMember(service(), 'Mia')
      const addresses = [
        ...['lea@applicants.example', 'LEA@applicants.example', 'lea@applicants.example'],
        ...['mia@members.example', 'ada@bright.example'],
      ]
      const answers = await Promise.all(
        addresses.map(async (email, index) => {
          const response = await apply(email, { name: `Lea ${index}` })
          return [response.status, await response.text()]
        }),
      )
      expect(answers).toEqual(addresses.map(() => [200, '{}']))
      const found = (await list()).filter(({ name }) => name.startsWith('Lea '))
      expect(found.map(({ email }) => email).toSorted()).toEqual([
        'ada@bright.example',
        'lea@applicants.example',
      ])
      const [lea] = found.filter(({ email }) => email.startsWith('lea'))
      expect(lea).toMatchObject({ state: 'open', words: 'A newsletter for shops', actor: null })
      expect(await sentTo(lea?.name ?? '')).toEqual(['application_received'])
      // Who is in the program already is sent what they need.
      expect(await sentTo('Mia')).toEqual(['member_sign_in'])
      // Of both applications those are told who may decide.
      for (const [name, count] of [
        ['Ada', 2],
        ['Finn', 2],
        ['Rita', 0],
      ] as const) {
        expect((await sentTo(name)).filter((kind) => kind === 'application_filed')).toHaveLength(count)
      }
    })

    test('makes no member: a person decides, and an approval makes one who acts for themself [D461]', async () => {
      const { workspaceId, groupId } = service().ids
      await open()
      const count = await service().count('memberships')
      const { id } = await applied('noa@applicants.example', 'Noa Nyberg')
      expect(await service().count('memberships')).toBe(count)
      const both = await Promise.all([
        decide(id, 'approved', { groupId }),
        decide(id, 'approved', { groupId }),
      ])
      expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
      expect(await service().count('memberships')).toBe(count + 1)
      const decided = (await list('approved')).find((application) => application.id === id)
      expect(decided).toMatchObject({ state: 'approved', actor, decidedAt: expect.any(Date) })
      const membershipId = decided?.membershipId ?? ''
      const membership = await findMembership(service().database, { workspaceId, id: membershipId })
      expect(membership).toMatchObject({ name: 'Noa Nyberg', groupId, state: 'active' })
      const people = await listMembershipPeople(service().database, { workspaceId, membershipId })
      expect(people.map(({ email }) => email)).toEqual(['noa@applicants.example'])
      expect((await sentTo('Noa Nyberg')).toSorted()).toEqual(['application_received', 'member_invitation'])
      expect(await decide(id, 'declined')).toEqual({ ok: false, rejection: 'decided_already' })
    })

    test('declines with a mail, after which the same address may apply again [D461]', async () => {
      await open()
      const { id } = await applied('kim@applicants.example', 'Kim Krog')
      expect(await decide(id, 'declined', { reason: 'no audience' })).toMatchObject({
        ok: true,
        application: { state: 'declined', reason: 'no audience', membershipId: null },
      })
      expect((await sentTo('Kim Krog')).toSorted()).toEqual(['application_declined', 'application_received'])
      expect((await applied('kim@applicants.example', 'Kim Krog')).id).not.toBe(id)
    })

    test('is decided in its own workspace, for an open program and a group of it, or not at all [D461]', async () => {
      const { database, ids } = service()
      await open()
      const { id } = await applied('uma@applicants.example', 'Uma Ulv')
      const other = await createWorkspace(database, 'Another')
      const unknown = { ok: false, rejection: 'unknown_application' }
      expect(await decide(id, 'approved', { workspaceId: other.id })).toEqual(unknown)
      expect(await decide(crypto.randomUUID(), 'approved')).toEqual(unknown)
      const strange = await decide(id, 'approved', { groupId: crypto.randomUUID() })
      expect(strange).toEqual({ ok: false, rejection: 'unknown_group' })
      await closeProgram(database, { workspaceId: ids.workspaceId, id: ids.programId, reason: 'full' })
      expect(await decide(id, 'approved')).toEqual({ ok: false, rejection: 'closed_program' })
      await reopenProgram(database, { workspaceId: ids.workspaceId, id: ids.programId })
      expect((await list('open')).map((application) => application.id)).toContain(id)
    })

    test('shows no applicant to whoever calls the interface [D461]', async () => {
      await open()
      await applied('ola@applicants.example', 'Ola Olsen')
      const { keys } = service()
      const path = `${operations.listMemberships.path}?search=Ola`
      const response = await service().fetch(path, { key: keys.affiliate })
      expect(await response.json()).toMatchObject({ items: [] })
    })

    test('takes what a page of ours sends, in lines, and 500 that wait at most [D461]', async () => {
      const { database, ids } = service()
      await open()
      for (const headers of [{}, { origin: 'https://evil.example' }])
        expect((await apply('eve@applicants.example', {}, headers)).status).toBe(403)
      for (const given of [{ name: '' }, { name: 'a\u202eb' }, { words: 'x'.repeat(1001) }, { words: '' }])
        expect((await apply('eve@applicants.example', given)).status).toBe(400)
      expect((await apply('eve')).status).toBe(400)
      expect((await list()).filter(({ email }) => email.startsWith('eve'))).toEqual([])
      await database.query(
        {
          name: '',
          text: `insert into applications (workspace_id, id, app_id, program_id, email, name, words)
            select workspace_id, gen_random_uuid(), app_id, id, number || '@flood.example', 'Flood', 'x'
            from programs, generate_series(1, 500 - $3::integer) number where workspace_id = $1 and id = $2`,
        },
        [ids.workspaceId, ids.programId, (await list('open')).length],
      )
      expect((await apply('eve@applicants.example')).status).toBe(200)
      expect((await list()).filter(({ email }) => email.startsWith('eve'))).toEqual([])
    })
  },
)
