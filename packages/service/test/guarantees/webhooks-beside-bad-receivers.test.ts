import { startDelivery } from '@affiliate-platform/platform/outbox'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import {
  addReceiver,
  insertMessages,
  type Respond,
  secretKey,
  startReceiver,
} from '@affiliate-platform/test-support/webhook-receivers'
import { expect, test } from 'vitest'
import { createLog, createWebhookSender } from '../../src/index.ts'

const messagesEach = 20
const bad: readonly Respond[] = [
  () => undefined,
  (response) => response.writeHead(500).end(),
  (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
  (response) => response.destroy(),
]
/** Nobody listens there. */
const refusing = 'http://127.0.0.1:9/'

describeOnEachEngine('tenants whose receivers work', (database) => {
  test('are told in time beside many whose receivers hang, fail, redirect or refuse [D401]', async () => {
    const badCount = scale({ quick: 40, soak: 120 })
    const goodCount = scale({ quick: 10, soak: 20 })
    const badReceivers = await Promise.all(bad.map(startReceiver))
    const addresses = [...badReceivers.map(({ url }) => url), refusing]
    const addTenant = async (url: string) => {
      const { workspaceId } = await insertApp(database())
      const { id: endpointId, secret } = await addReceiver(database(), workspaceId, url)
      await insertMessages(database(), { workspaceId, endpointId }, messagesEach)
      return secret
    }
    for (let number = 0; number < badCount; number += 1)
      await addTenant(addresses[number % addresses.length] ?? '')
    const goodReceivers = await Promise.all(Array.from({ length: goodCount }, () => startReceiver()))
    for (const receiver of goodReceivers) receiver.secret = await addTenant(receiver.url)

    const send = createWebhookSender({ reach: { isPublicReached: false, networks: ['127.0.0.0/8'] } })
    const startedAtMs = performance.now()
    const delivery = startDelivery(database(), createLog('silent'), { send, secretKey })
    await expect
      .poll(() => goodReceivers.map(({ got }) => got.size))
      .toEqual(goodReceivers.map(() => messagesEach))
    const tookMs = performance.now() - startedAtMs
    report(`${goodCount * messagesEach} messages beside ${badCount} bad endpoints: ${Math.round(tookMs)} ms`)
    expect(badReceivers.every(({ got }) => got.size > 0)).toBe(true)
    // Before the first that hangs was given up.
    expect(tookMs).toBeLessThan(10_000)
    const waited = goodReceivers.flatMap(({ got }) => [...got.values()].flatMap(({ atMs }) => atMs))
    expect(waited).toHaveLength(goodCount * messagesEach)
    await delivery.stop()
    for (const { close } of [...badReceivers, ...goodReceivers]) close()
  })
})
