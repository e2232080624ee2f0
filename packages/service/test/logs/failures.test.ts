import {
  buildIdentify,
  buildWrite,
  canary,
  createLoggingService,
  type LoggingService,
  secretEmail,
  secretToken,
} from '@affiliate-platform/test-support/logging-service'
import { termsPath } from '@affiliate-platform/test-support/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../src/log.ts'

let service: LoggingService

beforeAll(async () => {
  service = await createLoggingService()
})

beforeEach(() => {
  service.lines.length = 0
  service.database.failOn(undefined)
})

afterAll(() => service.close())

const terms = () => termsPath(service.ids.membershipId)

function parseFailure(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

// A database quotes the row that it rejects, and a mistake of ours may carry anything.
const failures: readonly (readonly [string, unknown, string])[] = [
  [
    'a rejected row',
    Object.assign(new Error(`value "${secretToken}" is too long`), {
      code: '22001',
      severity: 'ERROR',
      detail: `Failing row contains (${secretEmail})`,
      where: canary,
      constraint: 'some_check',
      table: 'contacts',
    }),
    'some_check',
  ],
  [
    'a message that looks like a stack',
    Object.assign(new Error(`bad\n    at ${secretToken}\n    at ${secretEmail} (x.ts:1:1)`), {
      code: 'XX000',
      severity: 'ERROR',
    }),
    'XX000',
  ],
  ['a parser that quotes its text', parseFailure(`{"email": ${secretEmail}`), 'SyntaxError'],
  [
    'a cause that quotes a row',
    new Error('The statement failed.', {
      cause: Object.assign(new Error(`Key (email)=(${secretEmail})`), { code: '23505', severity: 'ERROR' }),
    }),
    '23505',
  ],
]

test.each(failures)(
  'logs an internal error from %s without any secret, and with its reason',
  async (_name, error, reason) => {
    service.database.failOn('terms_insert', error)
    const saved = await service.fetch(
      `${terms()}?q=${canary}`,
      buildWrite(service, { headers: { 'Idempotency-Key': `k-${canary}` } }),
    )
    expect(saved.status).toBe(500)
    service.database.failOn('identify_', error)
    expect((await service.fetch(...buildIdentify(service))).status).toBe(500)
    expect(service.lines.join('')).toContain(reason)
    expect(service.lines.join('')).toContain(saved.headers.get('x-request-id'))
    service.expectNoSecrets()
  },
)

test('logs a database that fails without any secret', async () => {
  service.database.failOn(
    'terms_',
    Object.assign(new Error(`terminated ${secretEmail}`), { code: '57P01', severity: 'FATAL' }),
  )
  expect((await service.fetch(terms(), buildWrite(service))).status).toBe(503)
  expect(service.lines.join('')).toContain('57P01')
  service.expectNoSecrets()
})

test('logs of an outage what failed, and no stack that says the same each time [D146]', async () => {
  const error = Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })
  service.database.failOn('terms_', error)
  await service.fetch(terms(), buildWrite(service))
  const failed = service.lines.find((line) => line.includes('request failed')) ?? ''
  expect(JSON.parse(failed)).toMatchObject({ code: 'unavailable', fault: { code: '57P01' } })
  expect(failed).not.toContain('    at ')
  expect(failed).not.toContain('.ts:')
  expect(Buffer.byteLength(failed)).toBeLessThan(400)
})

test('writes each line as one JSON object, and says who did what and how it ended', async () => {
  const response = await service.fetch('/api/affiliate-platform/v1/payouts', {
    key: service.keys.affiliateOtherApp,
  })
  expect(service.lines).toHaveLength(1)
  expect(JSON.parse(service.lines[0] ?? '')).toMatchObject({
    msg: 'responded',
    requestId: response.headers.get('x-request-id'),
    operation: 'listPayouts',
    status: 200,
    durationMs: expect.any(Number),
    workspaceId: service.ids.workspaceId,
    keyId: expect.any(String),
  })
})

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  [`00-${trace}-00f067aa0ba902b7-01`, trace],
  // A later version may say more.
  [`01-${trace}-00f067aa0ba902b7-01-more`, trace],
  [`00-${trace}-0000000000000000-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`ff-${trace}-00f067aa0ba902b7-01`, undefined],
  [`00-${canary}-00f067aa0ba902b7-01`, undefined],
  [canary, undefined],
])(
  'names the trace that a caller is part of, and nothing else that it sends: %s [D364]',
  async (traceparent, traceId) => {
    await service.fetch('/api/affiliate-platform/v1/payouts', {
      key: service.keys.affiliate,
      headers: { traceparent },
    })
    expect(JSON.parse(service.lines[0] ?? '').traceId).toBe(traceId)
    service.expectNoSecrets()
  },
)

test('keeps quiet below its level', async () => {
  const quiet: string[] = []
  createLog('warn', { write: (line) => quiet.push(line) }).info('nothing')
  expect(quiet).toEqual([])
})
