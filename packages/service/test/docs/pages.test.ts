import { readFileSync } from 'node:fs'
import { type ErrorCode, errorCatalogue } from '@affiliate-platform/contract'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPages } from '../../src/docs/error-pages.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

const codes = Object.keys(errorCatalogue) as ErrorCode[]

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

test('leads to the page of a refusal by its type [D1]', async () => {
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
  'answers 404 for the code %s, without repeating it',
  async (code) => {
    const html = await readPage(`/docs/errors/${code}`, 404)
    expect(html).toContain('There is no such error code')
    expect(html).not.toContain(code)
  },
)

test('has the words of docs/api/errors.md, row by row [D2]', () => {
  const document = readFileSync(new URL('../../../../docs/api/errors.md', import.meta.url), 'utf8')
  const [, table = ''] = /^## Codes$(.*?)^## /ms.exec(document) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))

  expect(rows).toEqual(
    codes.map((code) => {
      const { cause, remedy } = errorPages[code]
      return `| \`${code}\` | ${errorCatalogue[code].status} | ${cause} | ${remedy} |`
    }),
  )
})
