import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { disableEndpoint, repeatDeliveries, tellByMail, tellTest } from '../../src/outbox.ts'
import { findAccountByEmail, invitePerson } from '../../src/people.ts'
import { deleteOldMails, deleteOldMessages } from '../../src/retention.ts'
import { addTestEndpoint } from './told.ts'

describeOnEachEngine('messages', (database) => {
  const insertMessage = async () => {
    const { workspaceId } = await insertApp(database())
    const { id: endpointId } = await addTestEndpoint(database(), { workspaceId })
    const age = (days: number, rest: string) =>
      database().query(
        {
          name: '',
          text: `update outbox_messages set created_at = now() - interval '${days} days', ${rest} where id = $1`,
        },
        [messageId],
      )
    const isThere = async () => {
      await deleteOldMessages(database())
      const text = 'select from outbox_messages where id = $1'
      return (await database().query({ name: '', text }, [messageId])).length === 1
    }
    const messageId = await tellTest(database(), { workspaceId, endpointId })
    return { workspaceId, endpointId, age, isThere }
  }

  test('are kept for 30 days, and longer while they wait at an endpoint that is enabled [D403] [D413]', async () => {
    const { workspaceId, endpointId, age, isThere } = await insertMessage()
    await age(29, 'next_attempt_at = null')
    expect(await isThere()).toBe(true)
    expect(await repeatDeliveries(database(), workspaceId, { messageId: undefined, endpointId })).toBe(1)
    await age(31, 'attempts = 1')
    expect(await isThere()).toBe(true)
    await disableEndpoint(database(), { workspaceId, endpointId }, 'by_hand')
    expect(await isThere()).toBe(false)
  })

  test('that were given up are kept no longer [D403]', async () => {
    const { age, isThere } = await insertMessage()
    await age(31, 'next_attempt_at = null')
    expect(await isThere()).toBe(false)
  })

  test('by mail are kept as long [D406]', async () => {
    const { workspaceId } = await insertApp(database())
    const person = { email: 'ada@example.com', name: 'Ada', role: 'owner', actor: 'system' } as const
    await invitePerson(database(), { workspaceId, ...person })
    const account = await findAccountByEmail(database(), workspaceId, person.email)
    await tellByMail(database(), { workspaceId, accountId: account?.id ?? '' }, 'sign_in')
    const isThere = async (change: string) => {
      const update = `update outbox_mails set ${change} where workspace_id = $1`
      await database().query({ name: '', text: update }, [workspaceId])
      await deleteOldMails(database())
      const text = 'select from outbox_mails where workspace_id = $1'
      return (await database().query({ name: '', text }, [workspaceId])).length === 1
    }
    expect(await isThere(`created_at = now() - interval '29 days'`)).toBe(true)
    expect(await isThere(`created_at = now() - interval '31 days'`)).toBe(false)
  })
})
