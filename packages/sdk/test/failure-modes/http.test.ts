import { describe, expect, test } from 'vitest'
import { calls, type FailureMode, testFailureMode } from './failure-mode.ts'
import { goodResponse } from './good-response.ts'
import { echo, type HostileResponse, json, startHostileServer, text } from './hostile-server.ts'

const rejected = (status: number, code: string, error: string): FailureMode => ({
  name: `${status} ${code} [D50]`,
  responses: [echo(status, code)],
  ends: { error, code, status },
})

const limited = (
  name: string,
  headers: Readonly<Record<string, string>>,
  retryAfterMs?: number,
): FailureMode => ({
  name: `429 ${name} [7-429]`,
  responses: [echo(429, 'quota_exceeded', headers)],
  ends: {
    error: 'RateLimitError',
    code: 'quota_exceeded',
    status: 429,
    isRetried: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  },
})

const sent = 'Sun, 06 Nov 1994 08:49:37 GMT'
const threeSecondsLater = 'Sun, 06 Nov 1994 08:49:40 GMT'

const modes: readonly FailureMode[] = [
  rejected(400, 'invalid_request', 'InvalidRequestError'),
  rejected(401, 'invalid_credential', 'AuthenticationError'),
  rejected(403, 'access_denied', 'PermissionError'),
  rejected(404, 'not_found', 'NotFoundError'),
  rejected(409, 'idempotency_key_reused', 'ConflictError'),
  rejected(413, 'body_too_large', 'InvalidRequestError'),
  rejected(418, 'teapot', 'InvalidRequestError'),
  rejected(422, 'unprocessable', 'InvalidRequestError'),
  limited('with seconds', { 'Retry-After': '2' }, 2000),
  limited('with a date', { Date: sent, 'Retry-After': threeSecondsLater }, 3000),
  limited('without Retry-After', {}),
  limited('with a malformed Retry-After', { 'Retry-After': 'in a while' }),
  {
    ...limited('that asks for more than the total time', { 'Retry-After': '3600' }, 3_600_000),
    ends: {
      error: 'RateLimitError',
      code: 'quota_exceeded',
      status: 429,
      isRetried: false,
      retryAfterMs: 3_600_000,
    },
  },
  ...[500, 502, 503, 504, 408].map((status) => ({
    name: `${status} that persists [D50]`,
    responses: [echo(status, 'internal_error')],
    ends: { error: 'ServerError', code: 'internal_error', status, isRetried: true },
  })),
  {
    name: 'HTML from a proxy',
    responses: [text(502, '<h1>Bad gateway</h1>', { 'Content-Type': 'text/html' })],
    ends: { error: 'ServerError', code: 'http_502', status: 502, isRetried: true },
  },
  {
    name: 'empty body of a rejection',
    responses: [text(403, '')],
    ends: { error: 'PermissionError', code: 'http_403', status: 403 },
  },
  {
    name: 'rejection whose body is above 64 KiB',
    responses: [text(400, `{"code":"${'x'.repeat(70_000)}"}`, { 'Content-Type': 'application/json' })],
    ends: { error: 'InvalidRequestError', code: 'http_400', status: 400 },
  },
  {
    name: 'rejection nested beyond measure',
    responses: [
      text(400, `${'['.repeat(20_000)}${']'.repeat(20_000)}`, { 'Content-Type': 'application/json' }),
    ],
    ends: { error: 'InvalidRequestError', code: 'http_400', status: 400 },
  },
]

describe('HTTP failures', () => {
  for (const mode of modes) testFailureMode(mode)

  for (const status of [500, 502, 503, 504]) {
    testFailureMode({
      name: `${status} that recovers [D50]`,
      responses: [echo(status, 'unavailable'), goodResponse],
      operations: ['listPayouts', 'saveTerms'],
      ends: { isRetried: true },
    })
  }

  testFailureMode({
    name: '409 that only a write may wait for',
    responses: [echo(409, 'idempotency_key_in_progress', { 'Retry-After': '1' })],
    operations: ['listPayouts'],
    ends: { error: 'ConflictError', code: 'idempotency_key_in_progress', status: 409, retryAfterMs: 1000 },
  })

  testFailureMode({
    name: '409 while the first request still runs, without Retry-After [D10]',
    responses: [echo(409, 'idempotency_key_in_progress')],
    operations: ['saveTerms'],
    ends: { error: 'ConflictError', code: 'idempotency_key_in_progress', status: 409 },
  })

  test('identify does not wait for a 409 either, even with retries', async () => {
    await using server = await startHostileServer([
      echo(409, 'idempotency_key_in_progress', { 'Retry-After': '1' }),
    ])

    await expect(calls.identify({ baseUrl: server.baseUrl, retries: 2 })).rejects.toMatchObject({
      attempts: 1,
    })
  })

  test('a rejection that is cut off shows no half of a key', async () => {
    const flood: HostileResponse = ({ headers }, response) => {
      response.writeHead(400).end(String(headers.authorization?.slice('Bearer '.length)).repeat(2000))
    }
    await using server = await startHostileServer([flood])

    await expect(calls.listPayouts({ baseUrl: server.baseUrl })).rejects.toMatchObject({
      code: 'http_400',
      body: undefined,
    })
  })

  testFailureMode({
    name: '409 while the first request still runs [D10]',
    responses: [json(409, { code: 'idempotency_key_in_progress' }, { 'Retry-After': '1' }), goodResponse],
    operations: ['saveTerms'],
    ends: { isRetried: true },
  })

  test('terms rejected by the service have an error class of their own [D3]', async () => {
    const response: HostileResponse = echo(400, 'terms_rejected')
    await using server = await startHostileServer([response])

    const error = await calls.saveTerms({ baseUrl: server.baseUrl }).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({
      name: 'TermsRejectedError',
      issues: [{ pointer: '/rules', code: 'invalid' }],
    })
  })
})
