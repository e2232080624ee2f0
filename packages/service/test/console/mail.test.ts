import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { startMailing, tellByMail } from '@affiliate-platform/platform/outbox'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { createLog } from '../../src/index.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

describeServiceOnEachEngine('mail, in the console', { console: { place: { origin }, folder } }, (service) => {
  const as = async (name: 'Ada' | 'Rita') => {
    const headers = await signIn(service(), name)
    return async <Value = unknown>(path: string, json?: unknown) => {
      const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
      const response = await service().fetch(`/api/console/v1${path}`, sent)
      return { status: response.status, body: (await response.json()) as Value }
    }
  }

  async function sendAll(outcome: string) {
    const { workspaceId } = service().ids
    const mailing = startMailing(service().database, createLog('silent'), {
      send: async () => ({ result: 'rejected', outcome }),
    })
    const text = 'select from outbox_mails where workspace_id = $1 and next_attempt_at is not null'
    const waiting = () => service().database.query({ name: '', text }, [workspaceId])
    await expect.poll(async () => (await waiting()).length).toBe(0)
    await mailing.stop()
  }

  test('is tried out, listed page by page, and sent once more [D412]', async () => {
    const ask = await as('Ada')
    const { id } = (await ask<ConsoleResponse<'sendTestMail'>>('/mails/test', {})).body
    const recipientId = await findAccountId(service(), 'Ada')
    await sendAll('the server said 550')
    const list = async (query = '') => (await ask<ConsoleResponse<'listMails'>>(`/mails${query}`)).body
    const [first] = (await list('?state=failed')).items
    expect(first).toMatchObject({ id, recipientId, recipient: 'Ada', kind: 'test', attempts: 1 })
    expect(first?.outcome).toBe('the server said 550')
    expect((await ask(`/mails/${id}/repetition`, { recipientId })).status).toBe(200)
    expect((await list('?state=waiting')).items).toMatchObject([{ id, sentAt: null }])
    expect((await ask(`/mails/${recipientId}/repetition`, { recipientId })).status).toBe(403)

    const { workspaceId } = service().ids
    for (let more = 0; more < 60; more += 1) {
      await tellByMail(service().database, { workspaceId, accountId: recipientId }, 'test')
    }
    const page = await list()
    const rest = await list(`?after=${encodeURIComponent(page.next ?? '')}`)
    const ids = [...page.items, ...rest.items].map((item) => item.id)
    expect(page.items).toHaveLength(50)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain(id)
    expect((await ask('/mails?after=x')).status).toBe(400)
    await sendAll('done')
  })

  test('is ended by each for themselves, whatever their role [D412]', async () => {
    const [ada, rita] = [await as('Ada'), await as('Rita')]
    const choices = async (ask: typeof ada) =>
      (await ask<ConsoleResponse<'listMailChoices'>>('/mail-choices')).body.items
    expect((await rita('/mail-choices', { kind: 'digest', isWanted: false })).status).toBe(200)
    expect(await choices(rita)).toContainEqual({ kind: 'digest', isWanted: false })
    expect(await choices(ada)).toContainEqual({ kind: 'digest', isWanted: true })
    expect((await rita('/mail-choices', { kind: 'sign_in', isWanted: false })).status).toBe(400)
    expect((await rita('/mails/test', {})).status).toBe(403)
  })
})
