import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { repeatDeliveries, tellTest } from '../../src/outbox.ts'
import { deleteOldMessages } from '../../src/retention.ts'
import { addTestEndpoint } from './told.ts'

describeOnEachEngine('messages', (database) => {
  test('are kept for 30 days, and longer while they wait [D403]', async () => {
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
    await age(29, 'next_attempt_at = null')
    expect(await isThere()).toBe(true)
    expect(await repeatDeliveries(database(), workspaceId, { messageId: undefined, endpointId })).toBe(1)
    await age(31, 'attempts = 1')
    expect(await isThere()).toBe(true)
    await age(31, 'next_attempt_at = null')
    expect(await isThere()).toBe(false)
  })
})
