import { readFileSync } from 'node:fs'
import { type ErrorCode, errorCatalogue, payoutStatuses, scopes } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPages } from '../../src/docs/error-pages.ts'
import { payoutStates, payoutSums } from '../../src/docs/payout-states.ts'
import { guideLinks } from '../../src/docs/reference/guides.ts'
import { termsFaults } from '../../src/docs/terms-faults.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const codes = Object.keys(errorCatalogue) as ErrorCode[]

const operationIds = Object.values(createOpenApiDocument().paths ?? {})
  .flatMap((item) => Object.values(item))
  .map(({ operationId }) => operationId)

/** The text that a reader sees. */
function readText(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '')
}

async function readPage(path: string, status = 200): Promise<string> {
  const response = await service.fetch(path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  return await response.text()
}

test.each(codes)(
  'has a page at the type of %s with title, status, cause and remedy [D1] [D2]',
  async (code) => {
    const html = await readPage(`/docs/errors/${code}`)
    const { status, title } = errorCatalogue[code]
    const { cause, remedy } = errorPages[code]

    const text = readText(html)
    for (const part of [title, code, `HTTP ${status}`, cause, remedy]) {
      expect(text).toContain(part.replaceAll('`', ''))
    }
    expect(html).not.toMatch(/`|undefined|<script/)
  },
)

test('names every scope of an affiliate key before the first request [D60]', async () => {
  const text = readText(await readPage('/docs'))
  const authentication = text.slice(text.indexOf('An affiliate key'), text.indexOf('A workspace key'))
  for (const scope of scopes) expect(authentication).toContain(scope)
})

test('names the kind of key that each operation takes, and what each kind is for [D60]', async () => {
  const pages = operationIds.map((id) => readPage(`/docs/operations/${id}`))
  const text = readText((await Promise.all(pages)).join('\n'))
  const kinds = new Set(
    [...text.matchAll(/Takes (an? [a-z ]+?)(?: with the scope|\.)/g)].map(([, kind]) => kind),
  )
  expect([...kinds].toSorted()).toEqual([
    'a setup code',
    'a workspace key',
    'an affiliate key',
    'an install bridge key',
  ])
  const introduction = readText(await readPage('/docs')).toLowerCase()
  for (const kind of kinds) expect(introduction).toContain(`${kind} (aff_`)
})

test('leads to nowhere but to places that are there, from every page and every entry of the search [D490]', async () => {
  const operationPaths = operationIds.map((id) => `/docs/operations/${id}`)
  const guidePaths = guideLinks.map(({ path }) => path)
  const paths = ['/docs', '/docs/schemas', '/docs/errors', ...operationPaths, ...guidePaths]
  const pages = new Map(await Promise.all(paths.map(async (path) => [path, await readPage(path)] as const)))
  const links = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => (to.startsWith('#') ? path + to : to)),
  )
  const response = await service.fetch('/docs/search.json')
  const found = (await response.json()) as readonly { readonly path: string }[]
  expect(found.length).toBeGreaterThan(300)
  const broken = [...new Set([...links, ...found.map(({ path }) => path)])].filter((to) => {
    const [path = '', id] = to.split('#')
    if (/^(?:\/docs\/(?:errors|assets)\/|\/openapi\.json$|data:|https:)/.test(path)) return false
    return id === undefined ? !pages.has(path) : !pages.get(path)?.includes(` id="${id}"`)
  })
  expect(broken).toEqual([])
})

test('has the guides of callers, with every word of theirs found by the search [D490]', async () => {
  const response = await service.fetch('/docs/search.json')
  const entries = (await response.json()) as readonly { readonly path: string; readonly text: string }[]
  const whereIs = (words: string) =>
    entries.filter(({ text }) => text.includes(words)).map(({ path }) => path.split('#')[0])
  expect(whereIs('Messages can arrive out of order')).toEqual(['/docs/guides/webhooks'])
  expect(whereIs('ends a key without a successor')).toEqual(['/docs/guides/keys'])
  expect(whereIs('The service has no OAuth')).toEqual(['/docs/guides/mcp'])
  for (const { path, title } of guideLinks) {
    const html = await readPage(path)
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`<a href="${path}" aria-current="page">${title}</a>`)
    expect(html).not.toMatch(/\]\(|\.md|undefined|\[D\d/)
  }
  // What this service has too is led to, and what only the project's documents have is not.
  const keys = await readPage('/docs/guides/keys')
  expect(keys).toContain('href="/docs/operations/saveTerms"')
  expect(keys).toContain('href="/docs/guides/mcp"')
})

test('leads to the page of a rejection by its type [D1]', async () => {
  const problem: unknown = await (await service.fetch('/api/identify', { method: 'POST' })).json()
  expect(problem).toMatchObject({ type: '/docs/errors/missing_credential' })
  expect(await readPage('/docs/errors/missing_credential')).toContain(
    errorPages.missing_credential.cause.slice(0, 12),
  )
})

test('lists every error code with a link to its page [D2]', async () => {
  const html = await readPage('/docs/errors')
  const links = [...html.matchAll(/href="\/docs\/errors\/(\w+)"/g)].map(([, code]) => code)
  expect(links).toEqual(codes)
})

test.each(['no_such_code', '__proto__', 'toString', '%3Cscript%3E'])(
  'responds with 404 for the code %s, without repeating it',
  async (code) => {
    const html = await readPage(`/docs/errors/${code}`, 404)
    expect(html).toContain('There is no such error code')
    expect(html).not.toContain(code)
  },
)

const readPageOfDocs = (page: string): string =>
  readFileSync(new URL(`../../../../docs/api/${page}`, import.meta.url), 'utf8')

/** The rows of a table in a document that begin with a name in backticks. */
function readRows(page: string, heading: string): readonly string[] {
  const [, table = ''] = new RegExp(`^## ${heading}$(.*?)^## `, 'ms').exec(readPageOfDocs(page)) ?? []
  return table.split('\n').filter((line) => line.startsWith('| `'))
}

test('has the words of docs/api/errors.md, row by row [D2]', () => {
  expect(readRows('errors.md', 'Codes')).toEqual(
    codes.map((code) => {
      const { cause, remedy } = errorPages[code]
      return `| \`${code}\` | ${errorCatalogue[code].status} | ${cause} | ${remedy} |`
    }),
  )
})

test('has the states of docs/api/list-payouts.md, row by row [D119] [3-status]', () => {
  expect(readPageOfDocs('list-payouts.md')).toContain(payoutSums)
  expect(readRows('list-payouts.md', 'States')).toEqual(
    payoutStatuses.map((status) => {
      const { condition, unpaid, meaning } = payoutStates[status]
      return `| \`${status}\` | ${condition} | ${unpaid} | ${meaning} |`
    }),
  )
})

const usd = { amountMinor: '5000', currency: 'USD' }
const breaches: Readonly<Record<string, object>> = {
  zero_rate_needs_cpi: { rules: buildRules({ rateBps: 0, cpi: { amountMinor: '0', currency: 'USD' } }) },
  sale_kinds_required: { rules: buildRules({ rateBps: 1, includedSaleKinds: [] }) },
  primary_threshold_missing: { rules: buildRules({ threshold: usd, thresholds: [] }) },
  primary_threshold_differs: {
    rules: buildRules({ threshold: usd, thresholds: [{ ...usd, amountMinor: '1' }] }),
  },
  threshold_currency_repeated: { rules: buildRules({ threshold: usd, thresholds: [usd, usd] }) },
  effective_at_in_past: { rules: buildRules(), effectiveAt: '2001-01-01T00:00:00Z' },
  effective_at_too_far: { rules: buildRules(), effectiveAt: '2999-01-01T00:00:00Z' },
}

test.each(termsFaults)(
  'says of $code what the service says: its place, and its page has the rule [D119]',
  async ({ code, pointer, rule }) => {
    const response = await service.fetch(termsPath(service.ids.membershipId), {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${service.keys.affiliate}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(breaches[code]),
    })
    expect(await response.json()).toMatchObject({
      code: 'terms_rejected',
      errors: [expect.objectContaining({ code, pointer })],
    })
    expect(readText(await readPage('/docs/errors/terms_rejected'))).toContain(rule.replaceAll('`', ''))
  },
)

test('says on the page of quota_exceeded how many requests, and what to write in code [8-quota] [D119]', async () => {
  const text = readText(await readPage('/docs/errors/quota_exceeded'))
  for (const part of ['120 requests in any 60 seconds', 'isRateLimitError', 'Retry-After', '--retry']) {
    expect(text).toContain(part)
  }
})
