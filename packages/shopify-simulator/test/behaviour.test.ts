import {
  type BehaviourDetails,
  createShopifySimulator,
  type ShopBehaviour,
  shopBehaviours,
} from '@affiliate-platform/shopify-simulator'
import { describe, expect, it } from 'vitest'
import { accessToken, domain, readJson, sendGraphql } from './graphql-request.ts'

function buildSimulator(behaviour: ShopBehaviour, behaviourDetails: BehaviourDetails = {}) {
  return createShopifySimulator({ shops: [{ domain, accessToken, behaviour, behaviourDetails }] })
}

const shopResponse = { data: { shop: { myshopifyDomain: domain } } }

describe('shop behaviours', () => {
  it('responds to the shop where all is well', async () => {
    const response = await sendGraphql(buildSimulator('ok').fetch)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject(shopResponse)
  })

  it.each([
    ['revoked', 401],
    ['frozen', 402],
    ['forbidden', 403],
    ['gone', 404],
    ['locked', 423],
    ['rate_limited', 429],
    ['server_error', 500],
  ] as const)('responds with %s with status %i and a text under errors', async (behaviour, status) => {
    const response = await sendGraphql(buildSimulator(behaviour).fetch)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ errors: expect.any(String) })
  })

  it('says when to come back after a 429', async () => {
    const { fetch } = buildSimulator('rate_limited', { retryAfterSeconds: 7 })
    expect((await sendGraphql(fetch)).headers.get('retry-after')).toBe('7.0')
  })

  it('responds throttled, with status 200 and an empty bucket', async () => {
    const response = await sendGraphql(buildSimulator('throttled').fetch)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { actualQueryCost: null, throttleStatus: { currentlyAvailable: 0 } } },
    })
  })

  it('responds to any server error that is asked for', async () => {
    expect((await sendGraphql(buildSimulator('server_error', { status: 503 }).fetch)).status).toBe(503)
  })

  it('responds to an HTML page with the status of success', async () => {
    const response = await sendGraphql(buildSimulator('html_error').fetch)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/)
  })

  it('responds for another shop in a mismatch', async () => {
    const body = await readJson(sendGraphql(buildSimulator('mismatch').fetch))
    expect(body).toMatchObject({ data: { shop: { myshopifyDomain: 'another-shop.myshopify.com' } } })
  })

  it('responds late, by the delay that was given', async () => {
    const waits: number[] = []
    const delay = async (ms: number) => void waits.push(ms)
    const { fetch } = createShopifySimulator({ delay, shops: [{ domain, accessToken, behaviour: 'slow' }] })
    expect(await readJson(sendGraphql(fetch))).toMatchObject(shopResponse)
    expect(waits).toEqual([15_000])
  })

  it.each(['slow', 'hang'] as const)(
    'rejects with the reason of an abort while it is %s',
    async (behaviour) => {
      const controller = new AbortController()
      const response = sendGraphql(buildSimulator(behaviour).fetch, { init: { signal: controller.signal } })
      const reason = new Error('out of timeouts')
      controller.abort(reason)
      await expect(response).rejects.toBe(reason)
    },
  )

  it('waits by a real clock where no delay is given', async () => {
    const response = await sendGraphql(buildSimulator('slow', { delayMs: 1 }).fetch)
    expect(response.status).toBe(200)
  })

  it('breaks the connection on reset', async () => {
    const response = sendGraphql(buildSimulator('reset').fetch)
    await expect(response).rejects.toThrow(
      expect.objectContaining({ name: 'TypeError', cause: expect.objectContaining({ code: 'ECONNRESET' }) }),
    )
  })

  it('changes a behaviour later, for a number of requests if asked', async () => {
    const simulator = buildSimulator('ok')
    simulator.setBehaviour(domain, 'locked', { times: 2 })
    const statuses: number[] = []
    for (let request = 0; request < 3; request += 1) {
      statuses.push((await sendGraphql(simulator.fetch)).status)
    }
    expect(statuses).toEqual([423, 423, 200])
  })

  it.each(shopBehaviours)('records the request and its token in %s', async (behaviour) => {
    const simulator = buildSimulator(behaviour, { delayMs: 1 })
    const signal = AbortSignal.timeout(50)
    await sendGraphql(simulator.fetch, { init: { signal, redirect: 'manual' } }).catch(() => undefined)
    expect(simulator.requests).toMatchObject([{ domain, method: 'POST' }])
    expect(simulator.tokensSeen()).toEqual([accessToken])
  })
})

describe('access tokens', () => {
  it.each(['ok', 'forbidden', 'rate_limited', 'throttled', 'mismatch'] as const)(
    'rejects a wrong token with 401 where the shop is %s',
    async (behaviour) => {
      expect((await sendGraphql(buildSimulator(behaviour).fetch, { token: 'shpat_wrong' })).status).toBe(401)
    },
  )

  it('rejects a request without a token', async () => {
    const response = await sendGraphql(buildSimulator('ok').fetch, { init: { headers: {} } })
    expect(response.status).toBe(401)
  })

  it('rejects a token of another shop', async () => {
    const simulator = buildSimulator('ok')
    simulator.addShop({ domain: 'other.myshopify.com', accessToken: 'shpat_other' })
    expect((await sendGraphql(simulator.fetch, { token: 'shpat_other' })).status).toBe(401)
  })

  it('takes a token until the millisecond of its expiry', async () => {
    let nowMs = 1_000
    const simulator = createShopifySimulator({ now: () => nowMs, shops: [{ domain }] })
    const { accessToken: token, expiresAtMs } = simulator.issueToken(domain, { lifetimeMs: 500 })
    expect(expiresAtMs).toBe(1_500)
    nowMs = 1_499
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(200)
    nowMs = 1_500
    expect((await sendGraphql(simulator.fetch, { token })).status).toBe(401)
  })

  it('lets every token of a shop expire on demand', async () => {
    const simulator = buildSimulator('ok')
    expect(simulator.shop(domain).accessTokens).toEqual([accessToken])
    simulator.expireTokens(domain)
    expect((await sendGraphql(simulator.fetch)).status).toBe(401)
    expect(simulator.shop(domain).accessTokens).toEqual([])
  })

  it('hands out the same tokens in every run', () => {
    const tokens = [1, 2].map(() => createShopifySimulator().addShop({ domain }).accessTokens)
    expect(tokens[0]).toEqual(tokens[1])
  })
})
