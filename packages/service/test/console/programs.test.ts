import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { apply } from '@affiliate-platform/platform/applications'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'

describeServiceOnEachEngine(
  'programs, in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const as = async (name: 'Ada' | 'Finn' | 'Rita') => {
      const headers = await signIn(service(), name)
      return async <Value>(path: string, json?: unknown) => {
        const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
        const response = await service().fetch(`${base}${path}`, sent)
        return { status: response.status, body: (await response.json()) as Value }
      }
    }
    const applyAs = (name: string) => {
      const { workspaceId, programId } = service().ids
      const email = `${name.toLowerCase()}@applicants.example`
      return apply(service().database, { workspaceId, programId, email, name, words: 'A blog' })
    }

    test('show their members, groups, terms and page, which an owner alone opens [D462]', async () => {
      const [ada, finn, rita] = [await as('Ada'), await as('Finn'), await as('Rita')]
      const { programId, groupId } = service().ids
      const read = async () => (await rita<ConsoleResponse<'readProgram'>>(`/programs/${programId}`)).body
      const before = await read()
      expect(before).toMatchObject({ hasPublicPage: false, isClosed: false, openApplications: 0 })
      expect(before.rules?.rateBps).toEqual(expect.any(Number))
      expect(before.groups.map(({ id }) => id)).toContain(groupId)
      const page = `/programs/${programId}/public-page`
      for (const ask of [finn, rita]) expect((await ask(page, { isOpen: true })).status).toBe(403)
      expect((await ada(page, { isOpen: true })).status).toBe(200)
      await applyAs('Lea')
      expect(await read()).toMatchObject({ hasPublicPage: true, openApplications: 1 })
      const { items } = (await rita<ConsoleResponse<'searchPrograms'>>('/programs')).body
      const listed = items.find(({ id }) => id === programId)
      expect(listed).toMatchObject({ members: before.members, openApplications: 1, hasPublicPage: true })
      expect((await ada(`/programs/${crypto.randomUUID()}`)).status).toBe(403)
    })

    test('let who moves money decide who is taken in, and show applicants to nobody else [D462]', async () => {
      const [ada, finn, rita] = [await as('Ada'), await as('Finn'), await as('Rita')]
      const { programId, groupId, workspaceId } = service().ids
      await ada(`/programs/${programId}/public-page`, { isOpen: true })
      await applyAs('Noa')
      await applyAs('Kim')
      const path = `/programs/${programId}/applications`
      expect((await rita(path)).status).toBe(403)
      const listWaiting = async () =>
        (await rita<ConsoleResponse<'readOverview'>>('/overview')).body.waiting.applications
      const program = { id: programId, name: expect.any(String) }
      const before = (await listWaiting()).find((one) => one.program.id === programId)?.open ?? 0
      expect(before).toBeGreaterThanOrEqual(2)
      const list = async () => (await finn<ConsoleResponse<'listApplications'>>(path)).body.items
      const idOf = async (name: string) => (await list()).find((one) => one.name === name)?.id ?? ''
      const decide = async (id: string, json: object) => {
        const decided = await finn<ConsoleResponse<'decideApplication'>>(`/applications/${id}/decision`, json)
        return [decided.status, decided.body.rejected ?? null]
      }
      const approval = { state: 'approved', groupId, reason: null }
      const [noa, kim] = [await idOf('Noa'), await idOf('Kim')]
      expect(await decide(noa, { ...approval, groupId: crypto.randomUUID() })).toEqual([
        200,
        'The program has no such group, or is closed.',
      ])
      expect(await decide(noa, approval)).toEqual([200, null])
      expect(await decide(noa, approval)).toEqual([200, 'Somebody has decided this application already.'])
      expect((await decide(kim, { state: 'declined', reason: ' ' }))[0]).toBe(400)
      expect(await listWaiting()).toEqual([{ program, open: before - 1 }])
      expect(await decide(kim, { state: 'declined', reason: 'no audience' })).toEqual([200, null])
      expect((await decide(crypto.randomUUID(), approval))[0]).toBe(403)
      const [ofKim, ofNoa] = (await list()).filter(({ id }) => [noa, kim].includes(id))
      expect(ofNoa).toMatchObject({ state: 'approved', by: 'Finn', membershipId: expect.any(String) })
      expect(ofKim).toMatchObject({ state: 'declined', by: 'Finn', reason: 'no audience' })
      const filter = { workspaceId, subject: 'application', subjectId: kim } as const
      const [entry] = await listAuditEntries(service().database, filter, { after: undefined, limit: 1 })
      expect(entry?.actor).toBe(`operator:${await findAccountId(service(), 'Finn')}`)
    })
  },
)
