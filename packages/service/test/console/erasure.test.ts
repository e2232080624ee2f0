import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { updateMembership } from '@affiliate-platform/platform/memberships'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { signInMember } from '../portal/sign-in-member.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const erased = /^Erased [\da-f]{16}$/

describeServiceOnEachEngine(
  'the erasure of a member, in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const eraseAs = async (name: 'Ada' | 'Finn' | 'Rita', id: string, json: object) => {
      const headers = await signIn(service(), name)
      const path = `/api/console/v1/members/${id}/erasure`
      const response = await service().fetch(path, { headers, method: 'POST', json })
      return {
        status: response.status,
        body: (await response.json()) as ConsoleResponse<'eraseMember'>,
      }
    }
    const countErasures = async () => await service().count('erasures')

    test('is seen by an owner, done once the name of now is typed, and in the audit [D467] [D447]', async () => {
      const { database, ids } = service()
      const { workspaceId, membershipId: id } = ids
      const mia = await signInMember(service(), 'Mia')
      const session = () => service().fetch('/api/portal/v1/session', { headers: mia })
      expect((await session()).status).toBe(200)
      const before = await countErasures()
      for (const name of ['Finn', 'Rita'] as const) {
        expect((await eraseAs(name, id, { isDryRun: true })).status).toBe(403)
      }
      const { body: seen } = await eraseAs('Ada', id, { isDryRun: true })
      expect(seen).toMatchObject({
        rejected: null,
        erasure: {
          name: expect.stringMatching(erased),
          people: [{ name: 'Mia', email: 'mia@members.example', isErased: true }],
        },
      })
      expect(seen.erasure?.open.length).toBeGreaterThan(0)
      await updateMembership(database, { workspaceId, id }, { name: 'Harbour Studio' })
      for (const name of ['', 'harbour studio', 'Somebody']) {
        const { body } = await eraseAs('Ada', id, { isDryRun: false, name })
        expect([body.rejected, body.erasure]).toEqual([expect.stringMatching(/called otherwise/), null])
      }
      expect((await eraseAs('Ada', id, { isDryRun: false })).status).toBe(400)
      expect(await countErasures()).toBe(before)
      expect((await session()).status).toBe(200)

      const { body: done } = await eraseAs('Ada', id, { isDryRun: false, name: ' Harbour Studio ' })
      expect(done.rejected).toBeNull()
      expect(done.erasure).toMatchObject({
        people: seen.erasure?.people,
        payeesErased: seen.erasure?.payeesErased,
        payeesKept: seen.erasure?.payeesKept,
      })
      expect((await session()).status).toBe(401)
      const filter = { workspaceId, subject: 'erasure', subjectId: id } as const
      const [entry] = await listAuditEntries(database, filter, { after: undefined, limit: 1 })
      expect(entry?.actor).toBe(`operator:${await findAccountId(service(), 'Ada')}`)
      const { body: again } = await eraseAs('Ada', id, { isDryRun: true })
      expect(again.erasure).toMatchObject({ name: done.erasure?.name, people: [], payeesErased: 0 })
    })

    test('of nobody, and of a member of another workspace, is refused alike [D467] [5-3]', async () => {
      const { database, ids } = service()
      const text = 'select id, member_name as name from memberships where workspace_id <> $1 limit 1'
      const [foreign] = await database.query<{ readonly id: string; readonly name: string }>(
        { name: '', text },
        [ids.workspaceId],
      )
      const before = await countErasures()
      for (const id of [foreign?.id ?? '', crypto.randomUUID()]) {
        for (const json of [{ isDryRun: true }, { isDryRun: false, name: foreign?.name ?? '' }]) {
          const { status, body } = await eraseAs('Ada', id, json)
          expect([status, Reflect.get(body, 'code')]).toEqual([403, 'access_denied'])
        }
      }
      expect(await countErasures()).toBe(before)
    })
  },
)
