import { readFileSync } from 'node:fs'
import {
  AffiliateClient,
  type ClientOptions,
  IdentifyClient,
  isAffiliateError,
} from '@affiliate-platform/sdk'
import {
  buildTermsRules,
  createFakeTime,
  fakeApiKeys,
  fakeIds,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import {
  echo,
  type HostileResponse,
  json,
  noResponse,
  resetBeforeHeaders,
  resetMidBody,
  startHostileServer,
  text,
} from '../failure-modes/hostile-server.ts'
import { readSources } from './examples.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The rows of each table that begins with this cell, as their cells. */
function readTables(firstCell: string): readonly (readonly string[])[] {
  const pattern = new RegExp(`^\\| ${firstCell} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'gm')
  const lines = [...readme.matchAll(pattern)].flatMap(([, table = '']) => table.trim().split('\n'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const readNames = (cells: readonly string[]) =>
  cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

const options = { baseUrl: 'https://affiliates.test', apiKey: fakeApiKeys.affiliate }

test("the README's tables of options name every option of a client, and no other", () => {
  const documented = readNames(readTables('Option').map(([name = '']) => name))
  const unknown = { ...options, nonsense: 1 } as ClientOptions
  const message = /There are: ([\w, ]+)\.$/
  const [, names = ''] = message.exec(messageOf(() => new AffiliateClient(unknown))) ?? []

  // Of an iteration, not of a client.
  expect(documented.filter((name) => name !== 'pageWaitMs').sort()).toEqual(names.split(', ').sort())
})

function messageOf(run: () => unknown): string {
  try {
    return String(run())
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test("the README's table of errors has every code of the client", () => {
  const source = readSources().get('src/lib/errors/error-codes.ts') ?? ''
  const codes = [...source.slice(source.indexOf('ClientErrorCode =')).matchAll(/\| '(\w+)'/g)]
  const documented = readNames(readTables('Class').flat())

  expect(codes.length).toBeGreaterThan(20)
  expect(codes.map(([, code = '']) => code).filter((code) => !documented.includes(code))).toEqual([])
})

/** What each row of the table of retries stands for. */
const failures: Readonly<Record<string, readonly (HostileResponse | ClientOptions)[]>> = {
  'no connection: refused, unknown host': [
    { baseUrl: 'http://127.0.0.1:2' },
    { baseUrl: 'http://no-such-host.invalid' },
  ],
  'connection lost, timeout of one request': [resetBeforeHeaders, resetMidBody, noResponse],
  '429': [echo(429, 'quota_exceeded'), json(429, {}, { 'Retry-After': '1' })],
  '503 with `Retry-After`': [json(503, {}, { 'Retry-After': '1' })],
  '408, any other 5xx': [408, 500, 502, 503, 504, 599].map((status) => json(status, {})),
  '409': [json(409, { code: 'idempotency_key_reused' }, { 'Retry-After': '1' })],
  'a certificate that is not trusted': [
    { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'CERT_HAS_EXPIRED' } })) },
  ],
  'any other 4xx, redirects': [400, 401, 403, 404, 413, 418, 307].map((status) => json(status, {})),
  'a response that is broken or wrong': [text(200, '{'), json(200, { surprise: true }), text(204, '')],
}

const myshopifyDomain = 'example.myshopify.com'
const withToken = { myshopifyDomain, accessToken: 'shpat_1', appId: fakeIds.appId }

/** The columns of the table, in their order. */
const calls: readonly ((options: ClientOptions) => Promise<unknown>)[] = [
  (options) => new AffiliateClient(options).payouts.listPage(),
  saveTerms,
  (options) => identifyClient(options).identify({ myshopifyDomain, country: 'Peru' }),
  (options) => identifyClient(options).identify(withToken),
]

function saveTerms(options: ClientOptions): Promise<unknown> {
  const { memberships } = new AffiliateClient(options)
  return memberships.saveTerms(fakeIds.membershipId, { rules: buildTermsRules() })
}

const identifyClient = (options: ClientOptions) =>
  new IdentifyClient({ ...options, apiKey: fakeApiKeys.workspace })

describe("the README's table of retries is what the client does", () => {
  const table = readTables('Failure')

  test('in as many rows', () => {
    expect(table.map(([failure]) => failure).sort()).toEqual(Object.keys(failures).sort())
  })

  test.each(table)('after %s: %s, %s, %s, %s [D69]', async (name, ...cells) => {
    for (const failure of failures[name] ?? []) {
      const attempts = await Promise.all(calls.map((call) => countAttempts(call, failure)))
      expect(attempts).toEqual(cells.map((cell) => (cell === 'yes' ? 2 : 1)))
    }
  })

  test('but for a write whose first request still runs [D69]', async () => {
    const isRunning = { code: 'idempotency_key_in_progress' }

    expect(await countAttempts(saveTerms, json(409, isRunning, { 'Retry-After': '1' }))).toBe(2)
    expect(await countAttempts(saveTerms, json(409, isRunning))).toBe(1)
  })
})

async function countAttempts(
  call: (options: ClientOptions) => Promise<unknown>,
  failure: HostileResponse | ClientOptions,
): Promise<number> {
  const [response, changes] = typeof failure === 'function' ? [failure, {}] : [noResponse, failure]
  await using server = await startHostileServer([response])
  const times = { timeoutMs: failure === noResponse ? 100 : 5000, retries: 1 }
  const error = await errorOf(
    call(withFakeTime({ ...options, baseUrl: server.baseUrl, ...times, ...changes }, createFakeTime())),
  )
  return isAffiliateError(error) ? error.attempts : 0
}
