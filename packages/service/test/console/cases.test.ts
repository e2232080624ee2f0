import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

type Case = ConsoleResponse<'readCase'>
type Cases = ConsoleResponse<'listCases'>
type Decided = ConsoleResponse<'decideCase'>

describeServiceOnEachEngine('cases in the console', { console: { place: { origin }, folder } }, (service) => {
  const send = async (name: 'Ada' | 'Finn' | 'Rita', path: string, json?: unknown) => {
    const headers = await signIn(service(), name)
    const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
    return await service().fetch(`/api/console/v1/cases${path}`, sent)
  }
  const read = async <Value>(...asked: Parameters<typeof send>): Promise<Value> => {
    const response = await send(...asked)
    expect([asked, response.status]).toEqual([asked, 200])
    return (await response.json()) as Value
  }

  test('are listed oldest first for every role, each with its evidence and what the answers lead to [D360]', async () => {
    const { items, openCases, next } = await read<Cases>('Rita', '')
    expect([items.length, openCases, next]).toEqual([3, 3, null])
    expect(items.map(({ kind }) => kind)).toEqual(['claim', 'reinstall', 'conflict'])
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted())
    for (const { id, kind, shop, member } of items) {
      const found = await read<Case>('Rita', `/${id}`)
      expect(found).toMatchObject({ kind, shop, member, revision: 0, decisions: [] })
      expect(found.answers.map(({ answer }) => answer)).toEqual(['accept', 'reject', 'nobody'])
      const times = found.evidence.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
      expect(found.evidence.find((one) => one.id === found.evidenceId)?.verdict).toBe(kind)
    }
    const [claim] = items
    expect(await read<Cases>('Rita', `?state=open&after=${claim?.id}`)).toMatchObject({ openCases: 3 })
    expect((await read<Cases>('Rita', '?state=decided')).items).toEqual([])
    expect((await send('Rita', '?state=closed')).status).toBe(400)
  })

  test('are decided once, in the name of who did it, and the second is shown the first [D359]', async () => {
    const { items } = await read<Cases>('Ada', '')
    const { id = '', member } = items.find(({ kind }) => kind === 'conflict') ?? {}
    const body = { answer: 'accept', reason: 'the merchant wrote to us', revision: 0 }
    expect((await send('Rita', `/${id}/decision`, body)).status).toBe(403)
    expect((await send('Ada', `/${id}/decision`, { ...body, reason: ' ' })).status).toBe(400)
    expect((await read<Case>('Ada', `/${id}`)).revision).toBe(0)

    // Sent twice, it is decided once.
    for (const _time of [1, 2]) {
      expect(await read<Decided>('Ada', `/${id}/decision`, body)).toEqual({ earlier: null })
    }
    const late = { answer: 'reject', reason: 'another one came first', revision: 0 }
    const { earlier } = await read<Decided>('Finn', `/${id}/decision`, late)
    expect(earlier).toMatchObject({ answer: 'accept', reason: body.reason, by: 'Ada' })
    const decided = await read<Case>('Finn', `/${id}`)
    expect(decided).toMatchObject({ revision: 1, now: member, decisions: [{ by: 'Ada' }] })
    expect((await read<Cases>('Finn', '')).openCases).toBe(2)

    // What the shop earned goes back from one to the other.
    const back = decided.answers.find(({ answer }) => answer === 'reject')
    expect(back?.amounts.map(({ amount }) => amount.amountMinor.startsWith('-')).toSorted()).toEqual([
      ...[false, true],
    ])
    expect(await read<Decided>('Finn', `/${id}/decision`, { ...late, revision: 1 })).toEqual({
      earlier: null,
    })
    expect(await read<Case>('Ada', `/${id}`)).toMatchObject({
      ...{ revision: 2, now: back?.member, decisions: [{ by: 'Finn' }, { by: 'Ada' }] },
    })
    expect((await read<Cases>('Rita', '?state=decided')).items).toMatchObject([
      { id, decision: { answer: 'reject', by: 'Finn' } },
    ])
    const { database, ids } = service()
    const filter = { workspaceId: ids.workspaceId, subject: 'attribution_decision', subjectId: id } as const
    const entries = await listAuditEntries(database, filter, { after: undefined, limit: 5 })
    const actors = await Promise.all(['Finn', 'Ada'].map((name) => findAccountId(service(), name)))
    expect(entries.map(({ actor }) => actor)).toEqual(actors.map((account) => `operator:${account}`))
  })

  test('of nobody, or of another workspace, are no case [D359]', async () => {
    const id = crypto.randomUUID()
    const body = { answer: 'accept', reason: 'known', revision: 0 }
    expect((await send('Ada', `/${id}`)).status).toBe(403)
    expect((await send('Ada', `/${id}/decision`, body)).status).toBe(403)
  })
})
