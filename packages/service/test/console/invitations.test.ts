import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'

describeServiceOnEachEngine(
  'invitations and the state of a program, in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const as = async (name: 'Ada' | 'Finn' | 'Rita') => {
      const headers = await signIn(service(), name)
      return async <Value>(path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') => {
        const sent = { headers, method, ...(json !== undefined && { json }) }
        const response = await service().fetch(`${base}${path}`, sent)
        return { status: response.status, body: (await response.json()) as Value }
      }
    }

    test('are sent and withdrawn by who moves money, and shown to nobody else [D458]', async () => {
      const [finn, rita] = [await as('Finn'), await as('Rita')]
      const { programId, groupId, workspaceId } = service().ids
      const path = `/programs/${programId}/invitations`
      const lea = { email: 'lea@members.example', name: 'Lea', groupId }
      expect((await rita(path)).status).toBe(403)
      expect((await rita(path, lea)).status).toBe(403)
      const send = async (json: object) => {
        const { status, body } = await finn<ConsoleResponse<'sendInvitation'>>(path, json)
        return [status, body.rejected ?? null]
      }
      expect(await send({ ...lea, groupId: crypto.randomUUID() })).toEqual([
        200,
        'The program has no such group, or is closed.',
      ])
      expect((await send({ ...lea, email: 'lea' }))[0]).toBe(400)
      expect(await send(lea)).toEqual([200, null])
      expect(await send(lea)).toEqual([200, null])
      expect(await send({ ...lea, groupId: null })).toEqual([
        200,
        'Somebody with this address acts for a member of the program already.',
      ])
      expect((await finn(`/programs/${crypto.randomUUID()}/invitations`, lea)).status).toBe(403)
      const list = async () => (await finn<ConsoleResponse<'listInvitations'>>(path)).body.items
      const found = (await list()).find(({ name }) => name === 'Lea')
      expect(found).toMatchObject({ email: lea.email, by: 'Finn', groupName: expect.any(String) })
      const withdraw = async (id: string) => {
        const at = `/invitations/${id}/withdrawal`
        const { status, body } = await finn<ConsoleResponse<'withdrawInvitation'>>(at, undefined, 'POST')
        return [status, body.rejected ?? null]
      }
      const id = found?.id ?? ''
      expect((await rita(`/invitations/${id}/withdrawal`, undefined, 'POST')).status).toBe(403)
      expect(await withdraw(id)).toEqual([200, null])
      expect((await withdraw(id))[1]).toContain('They have signed in since')
      expect((await withdraw(crypto.randomUUID()))[0]).toBe(403)
      expect((await list()).filter(({ name }) => name === 'Lea')).toEqual([])
      const subject = { workspaceId, subject: 'membership_person', subjectId: found?.membershipId } as const
      const entries = await listAuditEntries(service().database, subject, { after: undefined, limit: 5 })
      const actor = `operator:${await findAccountId(service(), 'Finn')}`
      expect(entries.map((entry) => entry.actor)).toEqual([actor, actor])
    })

    test('an owner alone closes a program, with a reason, and reopens it [D458] [D139]', async () => {
      const [ada, finn] = [await as('Ada'), await as('Finn')]
      const { programId } = service().ids
      const at = `/programs/${programId}`
      const read = async () => (await finn<ConsoleResponse<'readProgram'>>(at)).body
      expect(await read()).toMatchObject({ isClosed: false, closed: null })
      expect((await finn(`${at}/closing`, { reason: 'sold' })).status).toBe(403)
      expect((await ada(`${at}/closing`, { reason: ' ' })).status).toBe(400)
      expect((await ada(`${at}/closing`, { reason: 'The app was sold' })).status).toBe(200)
      const { closed } = await read()
      expect(closed).toEqual({ at: expect.any(String), reason: 'The app was sold' })
      const ivy = { email: 'ivy@members.example', name: 'Ivy', groupId: null }
      const invited = await finn<ConsoleResponse<'sendInvitation'>>(`${at}/invitations`, ivy)
      expect(invited.body.rejected).toBe('The program is closed: it takes no members.')
      await ada(`${at}/closing`, { reason: 'again' })
      expect((await read()).closed).toEqual(closed)
      expect((await finn(`${at}/reopening`, undefined, 'POST')).status).toBe(403)
      expect((await ada(`${at}/reopening`, undefined, 'POST')).status).toBe(200)
      expect((await read()).closed).toBeNull()
      for (const act of ['closing', 'reopening'] as const) {
        const sent = act === 'closing' ? { reason: 'sold' } : undefined
        expect((await ada(`/programs/${crypto.randomUUID()}/${act}`, sent, 'POST')).status).toBe(403)
      }
    })
  },
)
