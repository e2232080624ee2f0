import type { Random } from '@affiliate-platform/operator/demo'
import type { PlainRequest } from '@affiliate-platform/service'
import { buildDraft, type Draft } from './guarantee-drafts.ts'
import { mutateBytes, mutateJson } from './guarantee-mutations.ts'
import { pick } from './guarantee-scale.ts'
import type { TestService } from './test-service.ts'

/** A request of the fuzz, and what to print should it find something. */
export interface FuzzRequest {
  readonly request: PlainRequest
  readonly description: string
}

const methods = [
  'GET',
  'PATCH',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  '',
]

const junkTexts = [
  ...[
    '',
    ' ',
    '0',
    '-0',
    '00',
    '1',
    '050',
    '+5',
    '5.0',
    '1e3',
    '51',
    '99999999999999999999',
    'null',
    'undefined',
    'NaN',
  ],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '💸',
    'İ',
    'ς',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '--',
    ';',
    '{}',
    '[]',
    '../..',
    '%00',
    '%ff',
    '%',
  ],
  ...[
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00Z',
  ],
  ...[
    '-000001-01-01T00:00:00Z',
    '2026-01-01T00:00:00+14:00',
    '2026-01-01',
    'usd',
    'ZZZ',
    '__proto__',
    'constructor',
  ],
  ...['unreported', 'voided', 'x'.repeat(41), 'x'.repeat(121), 'x'.repeat(1501), 'x'.repeat(20_000)],
]

const queryNames = [
  ...[
    'appId',
    'programId',
    'groupId',
    'membershipId',
    'from',
    'to',
    'currency',
    'status',
    'search',
    'cursor',
    'limit',
  ],
  ...['', 'APPID', 'limit[]', '__proto__', 'api_key', 'x'.repeat(300)],
]

const headerJunk: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    '',
    'text/plain',
    'application/json;charset=latin1',
    'application/json; charset=UTF-8',
    'x/y',
    'application/problem+json',
  ],
  'content-length': ['', '0', '-1', 'abc', '65536', '65537', '1e9', '99999999999999999999', 'Infinity'],
  'content-encoding': ['gzip', 'identity', 'IDENTITY', '', 'br, gzip'],
  'idempotency-key': ['', ' ', 'k', 'k, k', 'ü', 'x'.repeat(255), 'x'.repeat(256), '\0', '~'],
  expect: ['100-continue', 'x'],
  'x-request-id': ['mine', ''],
}

/** Builds the request of a number: a valid one of the demo, changed in up to four places. */
export function buildFuzzRequest(random: Random, service: TestService): FuzzRequest {
  const draft = buildDraft(random, service)
  const changes = random.below(5)
  for (let change = 0; change < changes; change += 1) pick(random, mutations)(random, draft, service)
  return finish(draft)
}

type Mutation = (random: Random, draft: Draft, service: TestService) => void

const mutateQuery: Mutation = (random, { query }) => {
  if (query.length > 0 && random.below(3) === 0) query.splice(random.below(query.length), 1)
  else query.push([pick(random, queryNames), pick(random, junkTexts)])
}

const mutateBody: Mutation = (random, draft) => {
  draft.body = random.below(3) === 0 ? mutateBytes(random, draft.body) : mutateJson(random, draft.body)
}

const mutations: readonly Mutation[] = [
  mutateBody,
  mutateBody,
  mutateBody,
  mutateQuery,
  mutateQuery,
  (random, draft) => {
    draft.method = pick(random, methods)
  },
  (random, draft) => {
    const at = random.below(draft.path.length + 1)
    draft.path = draft.path.slice(0, at) + pick(random, junkTexts) + draft.path.slice(at + random.below(3))
  },
  (random, { headers }) => {
    const name = pick(random, Object.keys(headerJunk))
    if (random.below(3) === 0) headers.delete(name)
    else headers.set(name, pick(random, headerJunk[name] ?? []))
  },
  (random, { headers }, { keys }) => {
    const key = pick(random, Object.values(keys))
    const values = [
      `Bearer ${key}`,
      `bearer  ${key}`,
      `Basic ${key}`,
      key,
      `Bearer ${key} `,
      `Bearer ${key.slice(1)}`,
      '',
    ]
    headers.set('authorization', pick(random, values))
  },
]

function finish({ method, path, query, headers, body }: Draft): FuzzRequest {
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const target = search === '' ? path : `${path}?${search}`
  const description = JSON.stringify({
    method,
    target,
    headers: [...headers],
    body: body?.toString('latin1'),
  })
  const request: PlainRequest = {
    method,
    target,
    header: (name) => headers.get(name),
    remoteAddress: () => undefined,
    readBody: async (bytesMax) => {
      const bytes = body ?? Buffer.alloc(0)
      return bytes.length > bytesMax ? undefined : bytes
    },
  }
  return { request, description: description.slice(0, 2000) }
}

// A lone surrogate has no encoding.
const encode = (text: string): string => (/\p{Cs}/u.test(text) ? text : encodeURIComponent(text))
