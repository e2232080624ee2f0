import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@affiliate-platform/platform/database'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import {
  addReceiver,
  insertMessages,
  type Respond,
  secretKey,
  startReceiver,
} from '@affiliate-platform/test-support/webhook-receivers'
import { describe, expect, test } from 'vitest'

const deliverer = new URL('../webhooks/delivering-process.ts', import.meta.url)

const receivers: readonly Respond[] = [
  (response) => response.end(),
  (response, count) => response.writeHead(count % 3 === 0 ? 500 : 200).end(),
  (response) => void setTimeout(() => response.end(), 100),
  (response, count) => (count % 4 === 0 ? response.destroy() : response.writeHead(202).end()),
  // It hangs once in a while, until the process before it is killed.
  (response, count) => void (count % 25 !== 0 && response.end()),
]

// What passes meanwhile: the lease of a killed process, and the pauses after failures.
const passTime = {
  name: '',
  text: `
    with queues as (
      update webhook_queues set held_until = now(), next_attempt_at = now() - interval '1 second'
    )
    update outbox_messages set next_attempt_at = now() - interval '1 second'
    where next_attempt_at is not null`,
}
const countWaiting = {
  name: '',
  text: 'select count(*)::integer as count from outbox_messages where delivered_at is null',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('messages, while processes are killed', () => {
  test('are each delivered at least once, with one id and one text, and none is lost [D401]', async () => {
    const random = startRandom()
    const kills = scale({ quick: 8, soak: 100 })
    const perKill = 10
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const started = await Promise.all(receivers.map(startReceiver))
    const targets = []
    for (const receiver of started) {
      const { workspaceId } = await insertApp(database)
      const { id, secret } = await addReceiver(database, workspaceId, receiver.url)
      receiver.secret = secret
      targets.push({ receiver, key: { workspaceId, endpointId: id }, told: new Set<string>() })
    }
    const args = [url, secretKey.toString('base64')]
    const received = () => started.reduce((sum, { count }) => sum + count(), 0)
    const waiting = async () => (await database.query<{ count: number }>(countWaiting, []))[0]?.count ?? 0

    for (let kill = 0; kill < kills; kill += 1) {
      for (const { key, told } of targets)
        for (const id of await insertMessages(database, key, perKill / targets.length)) told.add(id)
      const delivering = startSource(deliverer, args)
      // Somewhere between the first and the last of what is under way.
      const until = received() + 1 + random.below(perKill)
      for (let polls = 0; received() < until && polls < 500 && (await waiting()) > 0; polls += 1)
        await sleep(10)
      await sleep(random.below(20))
      await delivering.kill()
      await database.query(passTime, [])
    }
    const last = startSource(deliverer, args)
    while ((await waiting()) > 0) {
      await sleep(500)
      await database.query({ ...passTime, text: passTime.text.replace('held_until = now(), ', '') }, [])
    }
    await last.end()

    for (const { receiver, told } of targets) {
      expect([...receiver.got.keys()].toSorted()).toEqual([...told].toSorted())
      for (const { bodies } of receiver.got.values()) expect(bodies.size).toBe(1)
    }
    const all = kills * perKill
    report(`${all} messages through ${kills} kills: ${received()} deliveries`)
    for (const { close } of started) close()
    await database.close()
  })
})
