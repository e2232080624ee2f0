import { describe, expect, test } from 'vitest'
import { calls, type FailureMode, testFailureMode } from './failure-mode.ts'
import {
  type HostileResponse,
  hugeBody,
  noResponse,
  resetBeforeHeaders,
  resetMidBody,
  slowDrip,
  stalledBody,
  startHostileServer,
  text,
} from './hostile-server.ts'

const networkError = { error: 'NetworkError', code: 'network_error', isRetried: true }
const notConnected = { ...networkError, code: 'not_connected' }
const attemptTimeout = { error: 'TimeoutError', code: 'attempt_timeout', isRetried: true }
const shortTimes = { timeoutMs: 300, totalTimeoutMs: 4000 }
const never: readonly HostileResponse[] = []

const modes: readonly FailureMode[] = [
  {
    name: 'connection refused',
    responses: never,
    baseUrl: () => 'http://127.0.0.1:2',
    ends: notConnected,
  },
  {
    name: 'unknown host',
    responses: never,
    baseUrl: () => 'http://no-such-host.invalid',
    ends: notConnected,
    options: { timeoutMs: 10_000, totalTimeoutMs: 20_000 },
  },
  {
    name: 'no TLS behind https',
    responses: never,
    baseUrl: ({ baseUrl }) => baseUrl.replace('http:', 'https:'),
    ends: networkError,
  },
  { name: 'reset before the headers', responses: [resetBeforeHeaders], ends: networkError },
  {
    name: 'reset in the middle of the body',
    responses: [resetMidBody],
    ends: { ...networkError, status: 200 },
  },
  {
    name: 'no response',
    responses: [noResponse],
    ends: attemptTimeout,
    options: shortTimes,
    isRealTime: true,
  },
  {
    name: 'no response within the total time',
    responses: [noResponse],
    ends: { error: 'TimeoutError', code: 'total_timeout' },
    options: { timeoutMs: 2000, totalTimeoutMs: 150 },
    isRealTime: true,
  },
  {
    name: 'stalled body of a success',
    responses: [stalledBody(200)],
    ends: { ...attemptTimeout, status: 200 },
    options: shortTimes,
    isRealTime: true,
  },
  {
    name: 'stalled body of a rejection',
    responses: [stalledBody(500)],
    ends: { error: 'ServerError', code: 'http_500', status: 500, isRetried: true },
    options: shortTimes,
    isRealTime: true,
  },
  {
    name: 'slow drip beyond the time',
    responses: [slowDrip],
    ends: { ...attemptTimeout, status: 200 },
    options: shortTimes,
    isRealTime: true,
  },
  {
    name: 'body above 10 MiB',
    responses: [hugeBody],
    ends: { error: 'InvalidResponseError', code: 'response_too_large', status: 200 },
  },
]

describe('transport failures', () => {
  for (const mode of modes) testFailureMode(mode)

  for (const [operation, call] of Object.entries(calls)) {
    test(`redirect to another origin is not followed: ${operation} [D50]`, async () => {
      await using elsewhere = await startHostileServer([text(200, '{}')])
      await using server = await startHostileServer([text(307, '', { Location: elsewhere.baseUrl })])

      const error = await call({ baseUrl: server.baseUrl }).catch((thrown: unknown) => thrown)

      expect(error).toMatchObject({
        name: 'InvalidResponseError',
        code: 'unexpected_status',
        status: 307,
        attempts: 1,
      })
      expect(elsewhere.requests).toEqual([])
    })
  }
})
