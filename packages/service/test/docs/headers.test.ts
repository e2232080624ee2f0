import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: ListeningService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.close())

const send = (path: string, init?: RequestInit) => fetch(service.server.baseUrl + path, init)

const reference = ['/docs', '/docs/operations/saveTerms', '/docs/schemas']
const pages = [...reference, '/docs/errors', '/docs/errors/invalid_json', '/docs/errors/unknown']
const assets = ['pages.css', 'reference.css', 'samples.js', 'search.js', 'try-it.css', 'try-it.js'].map(
  (name) => `/docs/assets/${name}`,
)

test.each([...pages, ...assets, '/docs/search.json'])(
  'responds to HEAD %s like GET, without the body',
  async (path) => {
    const [got, head] = [await send(path), await send(path, { method: 'HEAD' })]
    const { length } = await got.bytes()

    expect(head.status).toBe(got.status)
    expect(head.headers.get('content-length')).toBe(String(length))
    expect(await head.text()).toBe('')
    for (const response of [got, head]) {
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  },
)

test.each(pages)('locks %s: nothing from elsewhere, in no frame, no inline script', async (path) => {
  const policy = (await send(path)).headers.get('content-security-policy') ?? ''

  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(policy.includes('script-src')).toBe(reference.includes(path))
})

test.each([
  ['/docs', 'public, max-age=300'],
  ['/docs/errors/invalid_json', 'public, max-age=300'],
  ['/docs/errors/unknown', 'no-store'],
  ['/docs/assets/search.js', 'public, max-age=86400'],
])('lets %s be kept: %s', async (path, cacheControl) => {
  expect((await send(path)).headers.get('cache-control')).toBe(cacheControl)
})

test('loads every asset of its pages under a path that changes with the text', async () => {
  for (const path of [...reference, '/docs/errors']) {
    const html = await (await send(path)).text()
    const loaded = [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(
      ([, target = '']) => target,
    )
    expect(loaded.length).toBeGreaterThan(0)
    for (const target of loaded) {
      expect(target).toMatch(/\?v=[0-9a-f]{12}$/)
      expect((await send(target)).status).toBe(200)
    }
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
})

test.each([
  '/docs/',
  '/docs/assets/package.json',
  '/docs/assets/..%2fassets.ts',
  '/docs/errors/a/b',
  '/docs/operations',
  '/docs/operations/toString',
  '/docsx',
])('has nothing at %s', async (path) => {
  const response = await send(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('names the methods of a page in response to another one [D4]', async () => {
  const response = await send('/docs', { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
})

test('leads a person from the first address that is printed to the reference [D119]', async () => {
  const response = await send('/', { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs'])
  expect((await send('/')).url).toBe(`${service.server.baseUrl}/docs`)
})
