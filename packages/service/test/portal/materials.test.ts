import type { ConsoleResponse, MemberResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

describeServiceOnEachEngine(
  'material that operators share',
  { console: { place: { origin }, folder } },
  (service) => {
    const as = async (name: 'Ada' | 'Finn' | 'Rita') => {
      const headers = await signIn(service(), name)
      return async <Value>(path: string, json?: object, method = json === undefined ? 'GET' : 'POST') => {
        const sent = { headers, method, ...(json && { json }) }
        const response = await service().fetch(`/api/console/v1${path}`, sent)
        return { status: response.status, body: (await response.json()) as Value }
      }
    }
    const toContent = (content: object) => ({
      ...{ title: 'Description', words: 'Reviews\nthat shoppers believe.', url: null },
      ...content,
    })
    const readAs = async (membershipId: string) => {
      const headers = await signInMember(service(), 'Mia', membershipId)
      const path = `/api/portal/v1/memberships/${membershipId}/materials`
      const response = await service().fetch(path, { headers })
      expect(response.status).toBe(200)
      return ((await response.json()) as MemberResponse<'listOwnMaterials'>).items
    }
    const findMemberOf = async (isOwn: boolean) => {
      const text = `select id from memberships where workspace_id = $1 and (program_id = $2) = $3 limit 1`
      const { workspaceId, programId } = service().ids
      const [row] = await service().database.query<{ readonly id: string }>({ name: '', text }, [
        workspaceId,
        programId,
        isOwn,
      ])
      return row?.id ?? ''
    }

    test('is added, changed and removed by an owner alone, and read by the members of the program [D466]', async () => {
      const [ada, finn, rita] = [await as('Ada'), await as('Finn'), await as('Rita')]
      const path = `/programs/${service().ids.programId}/materials`
      const id = crypto.randomUUID()
      for (const ask of [finn, rita]) expect((await ask(path, toContent({ id }))).status).toBe(403)
      expect((await ada(path, toContent({ id }))).body).toEqual({ rejected: null })
      expect((await ada(path, toContent({ id }))).body).toEqual({ rejected: null })
      const logo = { title: 'Logo', words: null, url: 'https://cdn.example.com/logo.svg' }
      await ada(path, { ...logo, id: crypto.randomUUID() })
      const seen = await readAs(await findMemberOf(true))
      expect(seen).toMatchObject([{ id, title: 'Description', words: toContent({}).words, url: null }, logo])
      expect((await rita<ConsoleResponse<'listMaterials'>>(path)).body.items).toEqual(seen)
      expect(await readAs(await findMemberOf(false))).toEqual([])

      const changed = toContent({ title: 'Text', words: '<b>Mine</b> & yours' })
      expect((await rita(`/materials/${id}`, changed)).status).toBe(403)
      expect((await ada(`/materials/${id}`, changed)).body).toEqual({ rejected: null })
      expect((await readAs(await findMemberOf(true)))[0]).toEqual({ id, ...changed })
      expect((await ada(`/materials/${id}/removal`, undefined, 'POST')).status).toBe(200)
      expect((await readAs(await findMemberOf(true))).map(({ title }) => title)).toEqual(['Logo'])
      expect((await ada(`/materials/${id}`, changed)).status).toBe(403)
      expect((await ada(`/materials/${crypto.randomUUID()}/removal`, undefined, 'POST')).status).toBe(403)
      expect((await ada(`/programs/${crypto.randomUUID()}/materials`, toContent({ id }))).status).toBe(403)
    })

    test.each([
      ['/title', { title: ' ' }],
      ['/title', { title: 'a\u202eb' }],
      ['/title', { title: 'a'.repeat(201) }],
      ['/words', { words: 'a'.repeat(4001) }],
      ['/words', { words: 'a\u0000b' }],
      ['/url', { url: 'http://example.com/logo.svg' }],
      ['/url', { url: 'javascript:alert(1)' }],
      ['/url', { url: 'https://ada:secret@example.com/' }],
      ['/url', { url: 'https://localhost/logo.svg' }],
      ['/url', { url: `https://example.com/${'a'.repeat(2000)}` }],
    ])('names at %s what is wrong with %o, and shares nothing [D466]', async (pointer, content) => {
      const ada = await as('Ada')
      const path = `/programs/${service().ids.programId}/materials`
      const before = (await ada<ConsoleResponse<'listMaterials'>>(path)).body
      const sent = toContent({ ...content, id: crypto.randomUUID() })
      const { status, body } = await ada<{ readonly errors: readonly { readonly pointer: string }[] }>(
        path,
        sent,
      )
      expect([status, body.errors.map((error) => error.pointer)]).toEqual([400, [pointer]])
      expect((await ada(path)).body).toEqual(before)
    })

    test('has something in it [D466]', async () => {
      const ada = await as('Ada')
      const path = `/programs/${service().ids.programId}/materials`
      const sent = { ...toContent({ words: null }), id: crypto.randomUUID() }
      expect((await ada(path, sent)).body).toEqual({
        rejected: 'A material has a text, an address, or both.',
      })
    })
  },
)
