import { AffiliateClient, type ClientOptions, callDetails } from '@affiliate-platform/sdk'
import {
  createFakeService,
  createFakeTime,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorOf } from './error-of.ts'

afterEach(() => vi.unstubAllEnvs())

const path = '/api/affiliate-platform/v1/payouts'

function start(options: ClientOptions = {}) {
  const service = createFakeService()
  const affiliate = new AffiliateClient(
    withFakeTime({ ...service.affiliateOptions, ...options }, createFakeTime()),
  )
  return { service, affiliate }
}

describe('request', () => {
  test('reads with the retries and call details of every call [D206]', async () => {
    const events: string[] = []
    const { affiliate, service } = start({ strict: true, observer: ({ type }) => void events.push(type) })
    service.script('listPayouts', responses.status(503))

    const page = await affiliate.request('GET', path, { query: { limit: 1 }, headers: { 'X-A': 'b' } })

    expect(page['items']).toHaveLength(1)
    expect(events).toEqual(['attempt', 'wait', 'attempt'])
    expect(callDetails(page)).toMatchObject({ operation: 'request', attempts: 2, status: 200 })
    expect(service.requests[1]).toMatchObject({
      url: expect.stringMatching(/\?limit=1$/),
      headers: { 'x-a': 'b' },
    })
  })

  test('repeats a write only under a key [D206]', async () => {
    const { affiliate, service } = start()
    const at = `/api/affiliate-platform/v1/memberships/${fakeIds.membershipId}/terms`
    const attempts = async (options: object) => {
      service.script('saveTerms', responses.status(502))
      const error = await errorOf(affiliate.request('PATCH', at, { body: { rules: {} }, ...options }))
      return error instanceof Error && 'attempts' in error ? error.attempts : undefined
    }

    expect(await attempts({})).toBe(1)
    expect(await attempts({ idempotencyKey: 'k' })).toBe(2)
    expect(service.requests[1]).toMatchObject({ headers: { 'idempotency-key': 'k' }, body: '{"rules":{}}' })
  })

  test('rejects with the errors of every call, without what was sent [D206]', async () => {
    const { affiliate, service } = start()
    expect(await errorOf(affiliate.request('GET', '/api/later'))).toMatchObject({
      kind: 'not_found',
      status: 404,
    })
    service.script('listPayouts', async ({ request }) => new Response(await request.text(), { status: 400 }))
    const error = await errorOf(
      affiliate.request('POST', path, { body: { a: [{ email: 'ada@example.com' }] } }),
    )
    expect(error).toMatchObject({ body: { a: [{ email: '[redacted]' }] }, attempts: 1 })
  })

  test.each([
    ['HEAD', path],
    ['GET', 'api/x'],
    ['GET', '/api/../x'],
    ['GET', '//example.com'],
    ['GET', '/api/x?y=1'],
    ['GET', '/api/x#y'],
    ['GET', '/a b'],
    ['GET', ''],
  ])('never sends %s %s [D206]', async (method, wrong) => {
    const { affiliate, service } = start()
    expect(await errorOf(affiliate.request(method as 'GET', wrong))).toMatchObject({
      kind: 'invalid_request',
    })
    expect(service.requests).toEqual([])
  })
})

test('further query parameters go with every page of a list, and never into an error [D206]', async () => {
  const { affiliate, service } = start()
  const page = JSON.stringify({ items: [], nextCursor: 'next' })
  service.script('listPayouts', responses.status(200, page))
  const query = { tier: 'gold-secret', archived: true, none: undefined }

  const error = await errorOf(affiliate.payouts.list({ limit: 5 }, { query }).toArray({ limit: 1 }))

  expect(error).toMatchObject({ kind: 'invalid_request', status: 400 })
  expect(JSON.stringify(error)).not.toContain('gold-secret')
  expect(service.requests.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=5&tier=gold-secret&archived=true',
    '?limit=5&cursor=next&tier=gold-secret&archived=true',
  ])
})

describe('AFFILIATE_LOG', () => {
  const levels = ['error', 'warn', 'info', 'debug'] as const
  const { console } = globalThis
  const log = async (level: string) => {
    vi.stubEnv('AFFILIATE_LOG', level)
    const lines: string[] = []
    for (const name of levels)
      vi.mocked(console[name]).mockImplementation((line: string) => void lines.push(`${name} ${line}`))
    const events: string[] = []
    const { affiliate, service } = start({ observer: ({ type }) => void events.push(type) })
    service.script('listPayouts', responses.status(503), responses.status(401))
    await errorOf(affiliate.payouts.listPage({ search: 'ada@example.com' }))
    expect(events).toEqual(['attempt', 'wait', 'attempt', 'failure'])
    for (const name of levels) vi.mocked(console[name]).mockClear()
    return { lines, secrets: [service.affiliateOptions.apiKey as string, 'ada@example.com'] }
  }

  test.each([
    ['', []],
    ['loud', []],
    ['error', ['error']],
    ['warn', ['warn', 'error']],
    ['info', ['info', 'warn', 'info', 'error']],
    ['debug', ['info', 'warn', 'info', 'error']],
  ])('%s: writes %j, and no key or search text, beside the observer [D207]', async (level, expected) => {
    const { lines, secrets } = await log(level)

    expect(lines.map((line) => line.split(' ')[0])).toEqual(expected)
    for (const secret of secrets) expect(lines.join()).not.toContain(secret)
    for (const line of lines) expect(line).toContain('affiliate-platform: listPayouts ')
  })
})
