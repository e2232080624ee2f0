import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../src/database.ts'
import { deliverQueue } from '../../src/outbox/deliver-queue.ts'
import { listDueQueues } from '../../src/outbox/queues.ts'
import { tell } from '../../src/outbox/tell.ts'
import {
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  readBacklog,
  removeEndpoint,
  repeatDeliveries,
  rotateSecret,
  tellTest,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../src/outbox.ts'
import { addTestEndpoint, secretKey } from './told.ts'

const delivered: WebhookAttempt = { result: 'delivered', outcome: 'status 200', retryAfterMs: 0 }
const gone: WebhookAttempt = { result: 'gone', outcome: 'status 410', retryAfterMs: 0 }
const failed: WebhookAttempt = { result: 'failed', outcome: 'status 500', retryAfterMs: 0 }

describeOnEachEngine('deliveries', (database) => {
  let app: TestApp
  let endpoint: { readonly id: string; readonly secret: string }
  const sent: WebhookDelivery[] = []
  let respond: (delivery: WebhookDelivery) => WebhookAttempt | Promise<WebhookAttempt>
  let stopping = new AbortController()

  beforeEach(async () => {
    app = await insertApp(database())
    endpoint = await addTestEndpoint(database(), { workspaceId: app.workspaceId })
    sent.length = 0
    respond = () => delivered
    stopping = new AbortController()
  })

  const key = () => ({ workspaceId: app.workspaceId, endpointId: endpoint.id })

  const tellOf = (count: number) =>
    database().transaction(async (tx) => {
      const data = { appId: app.appId, membershipId: app.membershipId }
      const ids = Array.from({ length: count }, () => newId())
      tell(
        tx,
        app.workspaceId,
        ids.map((referralId) => ({ topic: 'referral.created', data: { ...data, referralId } })),
      )
    })

  const deliver = () =>
    deliverQueue(database(), key(), {
      send: async (delivery) => {
        sent.push(delivery)
        return await respond(delivery)
      },
      secretKey,
      signal: stopping.signal,
    })

  const query = <Row>(text: string) => database().query<Row>({ name: '', text }, [endpoint.id])

  const messages = () =>
    query<{ attempts: number; outcome: string | null; waiting: boolean; delivered: boolean; wait: number }>(`
      select attempts, outcome, next_attempt_at is not null as waiting, delivered_at is not null as delivered,
        round(extract(epoch from next_attempt_at - now()))::integer as wait
      from outbox_messages where endpoint_id = $1 order by id`)

  const queue = async () => {
    const [row] = await query<{ failures: number; wait: number; held: boolean }>(`
      select failures, round(extract(epoch from next_attempt_at - now()))::integer as wait, holder is not null as held
      from webhook_queues where endpoint_id = $1`)
    return row
  }

  /** Lets the pauses of the endpoint and of its messages be over. */
  const passPauses = async () => {
    const past = `now() - interval '1 second'`
    await query(`update webhook_queues set next_attempt_at = ${past} where endpoint_id = $1`)
    await query(
      'update outbox_messages set next_attempt_at = queued_at where endpoint_id = $1 and next_attempt_at is not null',
    )
  }

  const isDue = async () =>
    (await listDueQueues(database(), 1000)).some(({ endpointId }) => endpointId === endpoint.id)

  test('are made once for each message, with its own id and the same text however often [D401]', async () => {
    await tellOf(45)
    respond = ({ id }) => (id === sent[0]?.id ? failed : delivered)
    await deliver()
    expect((await messages()).filter(({ delivered }) => delivered).length).toBeLessThan(9)
    respond = () => delivered
    await passPauses()
    await deliver()
    await deliver()
    const rows = await messages()
    expect(rows.every(({ delivered, waiting }) => delivered && !waiting)).toBe(true)
    expect(
      rows
        .map(({ attempts }) => attempts)
        .toSorted()
        .at(-1),
    ).toBe(2)
    const [first, ...others] = sent
    expect(new Set(sent.map(({ id }) => id)).size).toBe(45)
    expect(others.find(({ id }) => id === first?.id)).toEqual(first)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'referral.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { appId: app.appId, membershipId: app.membershipId, referralId: expect.any(String) },
    })
    expect(await isDue()).toBe(false)
  })

  test('that fail are made again after growing pauses, one at a time, for three days [D401]', async () => {
    await tellOf(3)
    respond = () => failed
    const pauses: [endpoint: number | undefined, message: number | undefined][] = []
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await deliver()
      await deliver()
      // At first three at once; then one finds out whether the endpoint works again.
      expect(sent).toHaveLength(2 + attempt)
      expect(await queue()).toMatchObject({ failures: attempt, held: false })
      pauses.push([(await queue())?.wait, Math.max(...(await messages()).map(({ wait }) => wait))])
      await passPauses()
    }
    expect(pauses).toEqual([
      [1, 5],
      [2, 60],
      [4, 300],
      [8, 1800],
    ])
    await query(`update outbox_messages set queued_at = now() - interval '73 hours' where endpoint_id = $1`)
    await passPauses()
    await deliver()
    expect((await messages()).map(({ waiting, delivered }) => [waiting, delivered])).toEqual(
      Array.from({ length: 3 }, () => [false, false]),
    )
    expect(await isDue()).toBe(false)
  })

  test('wait as long as the receiver asks for, an hour at most [D401]', async () => {
    await tellOf(1)
    respond = () => ({ ...failed, outcome: 'status 429', retryAfterMs: 90_000 })
    await deliver()
    expect(await queue()).toMatchObject({ wait: 90 })
    respond = () => ({ ...failed, retryAfterMs: 864_000_000 })
    await passPauses()
    await deliver()
    expect(await queue()).toMatchObject({ wait: 3600, failures: 2 })
    respond = () => delivered
    await passPauses()
    await deliver()
    expect(await queue()).toMatchObject({ wait: 0, failures: 0 })
  })

  test('are signed with both secrets while a rotation lasts [D401]', async () => {
    const secret = await rotateSecret(database(), { ...key(), secretKey, overlapMs: 3_600_000 })
    await tellOf(1)
    await deliver()
    expect(sent[0]?.secrets).toEqual([secret, endpoint.secret])
    await query(
      `update webhook_secrets set expires_at = now() where endpoint_id = $1 and expires_at is not null`,
    )
    await tellOf(1)
    await deliver()
    expect(sent[1]?.secrets).toEqual([secret])
  })

  test('are not made unsigned where the key is another one, and wait [D401]', async () => {
    await tellOf(1)
    const other = Buffer.alloc(32, 7)
    const send = () => Promise.reject(new Error('sent'))
    await deliverQueue(database(), key(), { send, secretKey: other, signal: stopping.signal })
    expect(await messages()).toMatchObject([
      { waiting: true, outcome: expect.stringContaining('AFFILIATE_SECRET_KEY') },
    ])
  })

  test('are made by one process at a time, and by the next where one was ended [D401]', async () => {
    await tellOf(1)
    let reach = (): void => undefined
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    let release = (attempt: WebhookAttempt): void => void attempt
    respond = () =>
      new Promise((resolve) => {
        release = resolve
        reach()
      })
    const hanging = deliver()
    await reached
    expect(await isDue()).toBe(false)
    await deliver()
    expect(sent).toHaveLength(1)
    // The lease of a process that does not come back is over some time.
    await query('update webhook_queues set held_until = now() where endpoint_id = $1')
    expect(await isDue()).toBe(true)
    respond = () => delivered
    await deliver()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    release(failed)
    await hanging
    expect(await messages()).toMatchObject([{ delivered: true, waiting: false }])
  })

  test('are not made any more where the receiver says that it is gone, and wait [D413]', async () => {
    await tellOf(30)
    const answers = [delivered]
    respond = () => answers.shift() ?? gone
    await deliver()
    const madeBefore = sent.length
    expect(madeBefore).toBeLessThan(9)
    await passPauses()
    expect(await isDue()).toBe(false)
    await deliver()
    await tellOf(2)
    await deliver()
    expect(sent).toHaveLength(madeBefore)
    const left = (await messages()).filter(({ delivered }) => !delivered)
    expect(left).toHaveLength(31)
    expect(left.every(({ waiting }) => waiting)).toBe(true)
    expect(left.filter(({ outcome }) => outcome === 'status 410')).toHaveLength(madeBefore - 1)
    expect(await findEndpoint(database(), key())).toMatchObject({
      ...{ disabledBecause: 'gone', disabledAt: expect.any(Date), waitingSince: expect.any(Date) },
    })
    expect(await disableEndpoint(database(), key(), 'gone')).toBe(false)
    expect(await tellTest(database(), key())).toBeUndefined()
    const repeated = { messageId: sent[0]?.id ?? '', endpointId: undefined }
    expect(await repeatDeliveries(database(), app.workspaceId, repeated)).toBe(0)
  })

  test('begin anew where an endpoint is enabled, for three days from then on [D413]', async () => {
    await tellOf(1)
    respond = () => gone
    await deliver()
    await query(`update outbox_messages set queued_at = now() - interval '20 days' where endpoint_id = $1`)
    expect(await enableEndpoint(database(), key())).toBe(true)
    expect(await enableEndpoint(database(), key())).toBe(false)
    expect(await queue()).toMatchObject({ failures: 0, wait: 0 })
    respond = () => failed
    await deliver()
    expect(await messages()).toMatchObject([{ attempts: 2, waiting: true }])
    respond = () => delivered
    await passPauses()
    await deliver()
    expect(await messages()).toMatchObject([{ attempts: 3, delivered: true }])
    expect(await findEndpoint(database(), key())).toMatchObject({ disabledAt: null, disabledBecause: null })
  })

  test('wait where a person has disabled the endpoint [D413]', async () => {
    await tellOf(1)
    const waiting = async () => (await readBacklog(database())).waiting
    const before = await waiting()
    expect(await disableEndpoint(database(), key(), 'by_hand')).toBe(true)
    expect(await waiting()).toBe(before - 1)
    await deliver()
    expect(sent).toEqual([])
    expect(await messages()).toMatchObject([{ waiting: true, attempts: 0 }])
    expect(await removeEndpoint(database(), key())).toBe(true)
    expect(await enableEndpoint(database(), key())).toBe(false)
  })

  test('that a stopping process breaks off are no failures, and leave nothing held [D401]', async () => {
    await tellOf(1)
    respond = () => {
      stopping.abort()
      return { ...failed, outcome: 'broken off' }
    }
    await deliver()
    expect(await messages()).toMatchObject([{ attempts: 0, waiting: true, outcome: null }])
    expect(await queue()).toMatchObject({ failures: 0, held: false, wait: 0 })
    expect(await isDue()).toBe(true)
  })
})
