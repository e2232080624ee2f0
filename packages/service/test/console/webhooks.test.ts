import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { startDelivery } from '@affiliate-platform/platform/outbox'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertMessages, secretKey } from '@affiliate-platform/test-support/webhook-receivers'
import { expect, test } from 'vitest'
import { createLog } from '../../src/index.ts'
import { folder, origin, signIn } from './sign-in.ts'

const at = { console: { place: { origin }, folder } }
const url = 'https://receiver.example/affiliates'

describeServiceOnEachEngine('webhooks in the console', { ...at, secretKey }, (service) => {
  const as = async (name: 'Ada' | 'Finn') => {
    const headers = await signIn(service(), name)
    return async <Value = unknown>(path: string, json?: unknown, key: string = crypto.randomUUID()) => {
      const sent = { headers: { ...headers, 'idempotency-key': key }, method: 'POST', json }
      const response = await service().fetch(
        `/api/console/v1${path}`,
        json === undefined ? { headers } : sent,
      )
      return { status: response.status, body: (await response.json()) as Value }
    }
  }
  const list = async () =>
    (await (await as('Finn'))<ConsoleResponse<'listEndpoints'>>('/webhook-endpoints')).body
  const find = async (id: string) => (await list()).items.find((item) => item.id === id)
  const listDeliveries = async (query = '') =>
    (await (await as('Finn'))<ConsoleResponse<'listDeliveries'>>(`/webhook-deliveries${query}`)).body
  const plan = { url, appId: null, topics: ['referral.created'] }
  const add = async () => {
    const added = await (await as('Ada'))<ConsoleResponse<'addEndpoint'>>('/webhook-endpoints', plan)
    return added.body.endpoint ?? { id: '', secret: null }
  }

  async function deliver(result: 'delivered' | 'failed' | 'gone') {
    const sent: { readonly id: string; readonly body: string; readonly secrets: readonly string[] }[] = []
    const delivery = startDelivery(service().database, createLog('silent'), {
      send: async (one) => {
        sent.push(one)
        return { result, outcome: `said ${result}`, retryAfterMs: 0 }
      },
      secretKey,
    })
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(0)
    await delivery.stop()
    return sent
  }

  test('are added once by however many presses, with a secret that is told once [D414]', async () => {
    const ask = await as('Ada')
    const press = async () =>
      (await ask<ConsoleResponse<'addEndpoint'>>('/webhook-endpoints', plan, 'one-form')).body.endpoint
    const made = await Promise.all([press(), press(), press()])
    const [id = ''] = made.map((endpoint) => endpoint?.id ?? '')
    expect(new Set(made.map((endpoint) => endpoint?.id)).size).toBe(1)
    expect(made.filter((endpoint) => endpoint?.secret?.startsWith('whsec_'))).toHaveLength(1)
    expect(await press()).toEqual({ id, secret: null })
    const { items, keepsSecrets, topics } = await list()
    expect(items.filter((item) => item.url === url)).toMatchObject([
      { id, app: null, topics: ['referral.created'], failures: 0, disabledAt: null, waitingSince: null },
    ])
    expect(keepsSecrets).toBe(true)
    expect(topics.find(({ name }) => name === 'payout_run.frozen')).toMatchObject({ isOfApp: false })
    const rotate = async () =>
      (
        await ask<ConsoleResponse<'rotateEndpoint'>>(
          `/webhook-endpoints/${id}/rotation`,
          { overlapSeconds: 60 },
          'r',
        )
      ).body
    const rotated = [await rotate(), await rotate()]
    expect(rotated).toEqual([
      { id, secret: expect.stringMatching(/^whsec_/) },
      { id, secret: null },
    ])
    expect(await find(id)).toMatchObject({ overlapEndsAt: expect.any(String) })
    expect((await ask(`/webhook-endpoints/${id}/removal`, {})).status).toBe(200)
    expect(await find(id)).toBeUndefined()
  })

  test('are no addresses of anybody’s own, and of topics that their app can have [D414]', async () => {
    const ask = await as('Ada')
    const before = (await list()).items.length
    const { appId } = service().ids
    for (const [wrong, pointer] of [
      [{ ...plan, url: 'https://10.0.0.1/' }, '/url'],
      [{ ...plan, url: 'http://receiver.example/' }, '/url'],
      [{ ...plan, topics: [] }, '/topics'],
      [{ ...plan, appId, topics: ['payout_run.frozen'] }, '/topics'],
    ] as const) {
      const { status, body } = await ask('/webhook-endpoints', wrong)
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
    }
    expect((await list()).items).toHaveLength(before)
    expect((await (await as('Finn'))('/webhook-endpoints', plan)).status).toBe(403)
  })

  test('are tried out, and what was given up is repeated with its id and its text [D414]', async () => {
    const ask = await as('Ada')
    const { id, secret } = await add()
    const tested = (await ask<ConsoleResponse<'testEndpoint'>>(`/webhook-endpoints/${id}/test`, {})).body
    const [first] = await deliver('failed')
    expect(first).toMatchObject({ id: tested.messageId, secrets: [secret] })
    expect(await listDeliveries(`?endpointId=${id}&state=waiting`)).toMatchObject({
      items: [{ id: tested.messageId, topic: 'webhook.test', attempts: 1, outcome: 'said failed' }],
      next: null,
    })
    const giveUp = 'update outbox_messages set next_attempt_at = null where endpoint_id = $1'
    await service().database.query({ name: '', text: giveUp }, [id])
    expect((await listDeliveries('?state=failed')).items.map((item) => item.id)).toEqual([tested.messageId])
    const repeated = await ask(`/webhook-endpoints/${id}/repetition`, {})
    expect(repeated.body).toEqual({ deliveries: 1 })
    const [second] = await deliver('delivered')
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body])
    const once = await ask(`/webhook-deliveries/${tested.messageId}/repetition`, { endpointId: id })
    expect(once.status).toBe(200)
    expect((await ask(`/webhook-deliveries/${id}/repetition`, { endpointId: id })).status).toBe(403)
    const [third] = await deliver('gone')
    expect(third?.id).toBe(first?.id)
    expect(await find(id)).toMatchObject({ disabledBecause: 'gone', disabledAt: expect.any(String) })
    expect((await ask(`/webhook-endpoints/${id}/test`, {})).body).toEqual({ messageId: null })
    for (const isEnabled of [true, true, false, false, true]) {
      expect((await ask(`/webhook-endpoints/${id}/switch`, { isEnabled })).status).toBe(200)
      expect((await find(id))?.disabledAt === null).toBe(isEnabled)
    }
    await deliver('delivered')
    expect(await listDeliveries(`?endpointId=${id}&state=delivered`)).toMatchObject({
      items: [{ id: tested.messageId, state: 'delivered', attempts: 4 }],
    })
    expect((await ask(`/webhook-endpoints/${tested.messageId}/switch`, { isEnabled: true })).status).toBe(403)
  })

  test('are listed page by page, across endpoints and in any state [D414]', async () => {
    const { workspaceId } = service().ids
    const endpointIds = [(await add()).id, (await add()).id]
    for (const endpointId of endpointIds)
      await insertMessages(service().database, { workspaceId, endpointId }, 60)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: ConsoleResponse<'listDeliveries'> = await listDeliveries(
        `?state=waiting${next && `&after=${encodeURIComponent(next)}`}`,
      )
      seen.push(...page.items.map((item) => `${item.id}/${item.endpointId}`))
      next = page.next
    }
    expect(seen).toEqual(seen.toSorted().toReversed())
    expect(new Set(seen).size).toBe(120)
    const of = await listDeliveries(`?endpointId=${endpointIds[0]}`)
    expect(of.items.every((item) => item.endpointId === endpointIds[0])).toBe(true)
    expect((await (await as('Finn'))('/webhook-deliveries?after=x')).status).toBe(400)
  })
})

describeServiceOnEachEngine('webhooks without a key', at, (service) => {
  test('are shown, and none can be added whose secret would lie open [D414]', async () => {
    const headers = { ...(await signIn(service(), 'Ada')), 'idempotency-key': 'k' }
    const path = '/api/console/v1/webhook-endpoints'
    const told = await (await service().fetch(path, { headers })).json()
    expect(told).toMatchObject({ keepsSecrets: false, items: [] })
    const json = { url, appId: null, topics: ['referral.created'] }
    const response = await service().fetch(path, { headers, method: 'POST', json })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('AFFILIATE_SECRET_KEY')
    expect(await service().count('webhook_endpoints')).toBe(0)
  })
})
