import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '@affiliate-platform/contract'
import { consoleOperations, memberOperations } from '@affiliate-platform/contract/console'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInMember } from '../portal/sign-in-member.ts'
import { origin, signIn } from './sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-'))
const demo = 'http://localhost:4010'
let service: TestService
let ofDemo: TestService

beforeAll(async () => {
  service = await createTestService({ console: { place: { origin }, folder } })
  const offerSignIns = async () => [{ workspace: 'Story', name: 'Ada', role: 'owner', token: 'a token' }]
  ofDemo = await createTestService({
    database: service.database,
    console: { place: 'loopback', folder, offerSignIns, offerMembers: offerSignIns },
  })
})

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

describe('the pages of the console', () => {
  test('say that it is being prepared, until it is [D341]', async () => {
    const before = await service.fetch('/console')
    expect([before.status, await before.text()]).toEqual([503, expect.stringContaining('being prepared')])
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/index-1.js'), 'script')
    writeFileSync(join(folder, 'assets/index-1.js.br'), 'compressed')
    writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__">')
    expect((await service.fetch('/console')).status).toBe(200)
  })

  test.each(['/console', '/console/', '/console/payouts/run', '/console/sign-in'])(
    'are one document with a strict policy and a nonce of its own, whoever asks: %s [D341]',
    async (path) => {
      const [one, other] = await Promise.all([service.fetch(path), service.fetch(path)])
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(await one.text()) ?? []
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(one.headers.get('content-security-policy')).toBe(
        `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; ` +
          "img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
          "form-action 'self'; frame-ancestors 'none'",
      )
      expect(one.headers.get('cache-control')).toBe('no-store')
      expect(await other.text()).not.toContain(nonce)
    },
  )

  test('are the portal’s own below /portal, with the same policy, where both are built [D442]', async () => {
    expect((await service.fetch('/portal')).status).toBe(503)
    mkdirSync(join(folder, 'portal/assets'), { recursive: true })
    writeFileSync(join(folder, 'portal/assets/portal-1.js'), 'of the portal')
    writeFileSync(join(folder, 'portal/portal.html'), '<title>Portal</title> nonce="__NONCE__"')
    for (const path of ['/portal', '/portal/sign-in', '/portal/any/payouts']) {
      const response = await service.fetch(path)
      expect(await response.text()).toContain('<title>Portal</title>')
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'self'; .*frame-ancestors 'none'$/,
      )
    }
    expect(await (await service.fetch('/portal/assets/portal-1.js')).text()).toBe('of the portal')
    expect((await service.fetch('/portal/assets/index-1.js')).status).toBe(404)
    expect((await service.fetch('/portals')).status).toBe(404)
  })

  test('load files that never change, compressed where the browser asks for it [D341]', async () => {
    const path = '/console/assets/index-1.js'
    const plain = await service.fetch(path)
    expect([await plain.text(), plain.headers.get('cache-control')]).toEqual([
      'script',
      'public, max-age=31536000, immutable',
    ])
    const compressed = await service.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([await compressed.text(), compressed.headers.get('content-encoding')]).toEqual([
      'compressed',
      'br',
    ])
  })

  test.each([
    '/console/assets/other.js',
    '/console/assets/..%2findex.html',
    '/console/assets/%2e%2e/index.html/x',
    '/consoles',
  ])('are nothing else: %s [D341]', async (path) => {
    const response = await service.fetch(path)
    const text = await response.text()
    expect(response.status === 404 || text.includes('csp-nonce')).toBe(true)
    expect(text).not.toContain('compressed')
  })

  test('offer to be somebody of the demo on this machine alone [D341]', async () => {
    for (const half of ['/console', '/portal']) await expectOffers(half)
  })

  async function expectOffers(half: string): Promise<void> {
    const offer = (to: TestService, headers: Readonly<Record<string, string>>) =>
      to.fetch(`${half}/offers`, { method: 'POST', headers })
    const own = { host: 'localhost:4010', origin: demo }
    expect((await offer(ofDemo, own)).status).toBe(200)
    expect((await offer(service, own)).status).toBe(404)
    for (const foreign of [
      { host: 'localhost:4010' },
      { host: 'localhost:4010', origin: 'http://evil.example' },
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: 'evil.example:4010', origin: demo },
      { host: 'localhost:4011', origin: demo },
    ]) {
      expect([foreign, (await offer(ofDemo, foreign)).status]).toEqual([foreign, 404])
    }
    expect((await ofDemo.fetch(`${half}/offers`, { headers: own })).status).toBe(404)
  }

  test('belong to a demo where they offer that, which a session says [D346]', async () => {
    const isDemo = async (of: TestService) => {
      const response = await of.fetch('/api/console/v1/session', { headers: await signIn(of, 'Ada') })
      return Object(await response.json()).isDemo
    }
    expect([await isDemo(service), await isDemo(ofDemo)]).toEqual([false, true])
  })

  test('are not there where there is no console, nor is anything that they call [D341]', async () => {
    const headers = await signIn(service, 'Ada')
    const member = await signInMember(service, 'Mia')
    const without = await createTestService({ database: service.database })
    const halves = ['/console', '/portal']
    const pages = halves.flatMap((half) => [half, `${half}/`, `${half}/sign-in`, `${half}/assets/index-1.js`])
    const told = ['ways', 'offers', 'passkey-challenge'].flatMap((of) =>
      halves.map((half) => `${half}/${of}`),
    )
    const operations = [...Object.values<Operation>(consoleOperations), ...Object.values(memberOperations)]
    expect(operations.length).toBeGreaterThan(150)
    const cookie = `${headers.cookie}; ${member.cookie}`
    const found: (readonly [string, string, number])[] = []
    for (const { method, path } of [
      ...[...pages, ...told].map((path) => ({ method: 'GET', path })),
      ...told.map((path) => ({ method: 'POST', path })),
      ...operations.map(({ method, path }) => ({
        method,
        path: path.replace(':id', service.ids.membershipId),
      })),
    ]) {
      const { status } = await without.fetch(path, { method, headers: { ...headers, cookie } })
      if (status !== 404) found.push([method, path, status])
    }
    expect(found).toEqual([])
  })
})
