import {
  AffiliateClient,
  type ClientOptions,
  callDetails,
  type ObserverEvent,
  type OperationName,
  type PayoutsPage,
} from '@affiliate-platform/sdk'
import { fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { calls, canaries, expectNoCanary, type FailureMode, testFailureMode } from './failure-mode.ts'
import { goodPage, goodResponse, goodRow, goodVersion } from './good-response.ts'
import { type HostileResponse, json, startHostileServer, text } from './hostile-server.ts'

const jsonType = { 'Content-Type': 'application/json' }

const invalid = (
  name: string,
  code: string,
  response: HostileResponse,
  ...only: OperationName[]
): FailureMode => ({
  name,
  responses: [response],
  ends: { error: 'InvalidResponseError', code, status: 200 },
  ...(only.length > 0 && { operations: only }),
})

// A success that is none, and gives back what it was sent.
const echoedShape: HostileResponse = (request, response, body) =>
  json(200, { surprise: true, authorization: request.headers.authorization, body })(request, response, body)

const euro = { amountMinor: '1', currency: 'EUR' }

const modes: readonly FailureMode[] = [
  invalid('malformed JSON [7-body]', 'malformed_json', text(200, '{"items":[', jsonType)),
  invalid('empty 200', 'malformed_json', text(200, '', jsonType)),
  invalid(
    'wrong content type',
    'unexpected_media_type',
    text(200, '<p>Sign in</p>', { 'Content-Type': 'text/html' }),
  ),
  invalid('wrong shape [7-body]', 'invalid_shape', echoedShape),
  invalid(
    'amount and remainder in two currencies [2.4-unpaid]',
    'currency_differs',
    json(200, { items: [goodRow, { ...goodRow, unpaid: euro }], nextCursor: null }),
    'listPayouts',
  ),
  invalid(
    'amount and what was confirmed in two currencies [D198]',
    'currency_differs',
    json(200, { items: [{ ...goodRow, confirmed: euro }], nextCursor: null }),
    'listPayouts',
  ),
  invalid('2xx with ok false [4.3-ok]', 'not_ok', json(200, { ok: false }), 'identify'),
  invalid('2xx without ok [4.3-ok]', 'invalid_shape', json(200, { receiptId: 'r1' }), 'identify'),
  invalid(
    'version for another membership [2.3-target]',
    'other_record',
    json(200, { ...goodVersion, target: { kind: 'membership', id: fakeIds.foreignMembershipId } }),
    'saveTerms',
  ),
  {
    name: '204',
    responses: [text(204, '')],
    ends: { error: 'InvalidResponseError', code: 'malformed_json', status: 204 },
  },
  {
    name: 'JSON without a content type',
    responses: [
      (request, response, body) => {
        const writeHead = response.writeHead.bind(response)
        response.writeHead = ((status: number) => writeHead(status)) as typeof response.writeHead
        goodResponse(request, response, body)
      },
    ],
    ends: {},
  },
]

describe('broken and strange responses', () => {
  for (const mode of modes) testFailureMode(mode)

  test('keeps unknown fields and an unknown status readable [2.4-status, D13]', async () => {
    const row = { ...goodRow, status: 'settled', tier: { level: 3 } }
    const page = await listPage(json(200, { items: [row], nextCursor: null, total: 1 }))

    expect(page).toEqual({ items: [row], nextCursor: null, total: 1 })
  })

  test('names the place of each fault in a wrong shape [7-body]', async () => {
    const row = { ...goodRow, amount: { amountMinor: '01', currency: 'USD' }, id: 7 }
    const error = await listPage(json(200, { items: [row], nextCursor: null })).catch(
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({
      code: 'invalid_shape',
      issues: [{ pointer: '/items/0/id' }, { pointer: '/items/0/amount/amountMinor' }],
      body: { items: [row] },
    })
  })

  test.each(['2', undefined])(
    'reports the schema version %s once, and goes on [9-header]',
    async (received) => {
      const headers: Record<string, string> =
        received === undefined ? {} : { 'X-Affiliate-Schema-Version': received }
      await using server = await startHostileServer([
        text(200, JSON.stringify(goodPage), { ...jsonType, ...headers }),
      ])
      const events: ObserverEvent[] = []
      const affiliate = new AffiliateClient({
        baseUrl: server.baseUrl,
        apiKey: fakeApiKeys.affiliate,
        observer: (event) => void events.push(event),
      })

      await affiliate.payouts.listPage()
      await affiliate.payouts.listPage()

      const reported = events.filter(({ type }) => type === 'schema_version')
      expect(reported).toEqual([
        { type: 'schema_version', operation: 'listPayouts', expected: '1', ...(received && { received }) },
      ])
    },
  )

  test('asks for no schema version of identify [9-header]', async () => {
    await using server = await startHostileServer([text(200, '{"ok":true}', jsonType)])
    const events: ObserverEvent[] = []

    await calls.identify({ baseUrl: server.baseUrl, observer: (event) => void events.push(event) })

    expect(events.map(({ type }) => type)).toEqual(['attempt'])
  })

  test('tells of drift with strict, and does not throw', async () => {
    const row = {
      ...goodRow,
      status: 'settled',
      tier: 3,
      amount: { ...goodRow.amount, formatted: '$125.00' },
    }
    const events: ObserverEvent[] = []
    const observer = (event: ObserverEvent) => void events.push(event)

    await listPage(json(200, { items: [row, row], nextCursor: null }), { strict: true, observer })

    expect(events.filter(({ type }) => type === 'drift')).toEqual([
      {
        type: 'drift',
        operation: 'listPayouts',
        pointers: ['/items/*/status', '/items/*/amount/formatted', '/items/*/tier'],
      },
    ])
  })

  test('tells of drift by JSON Pointers, whatever a member is called', async () => {
    const events: ObserverEvent[] = []
    const observer = (event: ObserverEvent) => void events.push(event)
    const page = { ...goodPage, constructor: { name: 'x' }, 'a/b~c': 1 }

    await listPage(json(200, page), { strict: true, observer })

    expect(events).toContainEqual(
      expect.objectContaining({ type: 'drift', pointers: ['/constructor', '/a~1b~0c'] }),
    )
  })

  test('shows no key that comes back in a header', async () => {
    const headers = {
      'X-Request-Id': canaries.affiliateKey,
      'X-Affiliate-Schema-Version': canaries.affiliateKey,
    }
    const events: ObserverEvent[] = []
    const observer = (event: ObserverEvent) => void events.push(event)

    const page = await listPage(json(200, goodPage, headers), { observer })

    expectNoCanary(events)
    expect(events.map(({ type }) => type)).toEqual(['attempt', 'schema_version'])
    expect(callDetails(page)).toMatchObject({ requestId: '[redacted]' })
  })

  test('keeps 200 characters of a request id', async () => {
    const page = await listPage(json(200, goodPage, { 'X-Request-Id': 'r'.repeat(300) }))

    expect(callDetails(page)?.requestId).toBe('r'.repeat(200))
  })

  test('verifies the expected app and program [2.4-appId, 2.4-programId]', async () => {
    const other = '99999999-9999-4999-8999-999999999999'
    await using server = await startHostileServer([goodResponse])
    const affiliate = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate })
    const right = { appId: fakeIds.appId.toUpperCase(), programId: fakeIds.programId }

    await expect(affiliate.payouts.listPage({}, { expected: right })).resolves.toMatchObject({
      nextCursor: null,
    })
    await expect(
      affiliate.payouts.listPage({}, { expected: { ...right, appId: other } }),
    ).rejects.toMatchObject({
      code: 'other_record',
      issues: [{ pointer: '/items/0/appId' }],
    })
  })
})

async function listPage(response: HostileResponse, options: ClientOptions = {}): Promise<PayoutsPage> {
  await using server = await startHostileServer([response])
  const { baseUrl } = server
  return await new AffiliateClient({ baseUrl, apiKey: fakeApiKeys.affiliate, ...options }).payouts.listPage()
}
