import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addShop,
  countWritten,
  expectRejection,
  identify,
  identifyRaw,
  readWritten,
} from './identify-calls.ts'

const myshopifyDomain = 'maple.myshopify.com'
const email = 'owner@sent.example'
const appId = '01900000-0000-7000-8000-000000000000'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

describe('a body that is not JSON', () => {
  it.each(['', '{', 'myshopifyDomain=maple', `{"myshopifyDomain":"${myshopifyDomain}",}`])(
    'is rejected: %j',
    async (body) => {
      await expectRejection(await identifyRaw(service, { body }), 'invalid_json')
      expect(await countWritten(service)).toBe(0)
    },
  )
})

describe('a body of another form', () => {
  it.each([
    ['a list', [], ''],
    ['null', null, ''],
    ['a text', 'maple.myshopify.com', ''],
    ['no domain', { email }, '/myshopifyDomain'],
    ['a null domain', { myshopifyDomain: null, email }, '/myshopifyDomain'],
    ['a numeric domain', { myshopifyDomain: 1, email }, '/myshopifyDomain'],
    ['a null token', { myshopifyDomain, appId, accessToken: null, email }, '/accessToken'],
    ['an empty token', { myshopifyDomain, appId, accessToken: ' ', email }, '/accessToken'],
    [
      'a token with a line break',
      { myshopifyDomain, appId, accessToken: 'shpat_1\r\nHost: x' },
      '/accessToken',
    ],
    ['a token outside ASCII', { myshopifyDomain, appId, accessToken: 'shpat_é' }, '/accessToken'],
    ['a null app', { myshopifyDomain, appId: null, email }, '/appId'],
    ['an app that is no UUID', { myshopifyDomain, appId: 'app-1', email }, '/appId'],
    ['a token without an app', { myshopifyDomain, accessToken: 'shpat_1' }, '/appId'],
    ['a token and contact without an app', { myshopifyDomain, accessToken: 'shpat_1', email }, '/appId'],
    ['a null e-mail', { myshopifyDomain, email: null }, '/email'],
    ['no e-mail address', { myshopifyDomain, email: 'owner' }, '/email'],
    ['an empty e-mail', { myshopifyDomain, email: '' }, '/email'],
    ['a null owner', { myshopifyDomain, ownerName: null }, '/ownerName'],
    ['a blank owner', { myshopifyDomain, ownerName: '  ' }, '/ownerName'],
    ['an owner with a NUL', { myshopifyDomain, ownerName: 'Robin\u0000' }, '/ownerName'],
    ['an owner with half a surrogate pair', { myshopifyDomain, ownerName: '\ud800' }, '/ownerName'],
    ['a null country', { myshopifyDomain, country: null }, '/country'],
    ['a null plan', { myshopifyDomain, shopifyPlan: null }, '/shopifyPlan'],
    ['a null phone', { myshopifyDomain, phone: null }, '/phone'],
    ['an unknown member', { myshopifyDomain, email, refreshToken: 'x' }, '/refreshToken'],
  ])('is rejected at its place: %s [D30]', async (_what, json, pointer) => {
    const problem = await expectRejection(await identify(service, json), 'invalid_request')
    expect(problem.errors).toMatchObject([{ pointer }])
    expect(await countWritten(service)).toBe(0)
    expect(service.simulator.requests).toEqual([])
  })

  it('names all issues at once [D1]', async () => {
    const json = { myshopifyDomain: 'maple', email: 'owner', phone: null }
    const problem = await expectRejection(await identify(service, json), 'invalid_request')
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/myshopifyDomain', '/email', '/phone'])
  })

  it('is never quoted [D1]', async () => {
    const canary = 'shpat_canary_0123456789'
    const json = { myshopifyDomain: canary, accessToken: `${canary} x`, email: canary, [canary]: canary }
    const problem = await expectRejection(await identify(service, json), 'invalid_request')
    expect(JSON.stringify(problem)).not.toContain('canary')
  })
})

describe('a domain that is no shop domain', () => {
  it.each([
    '',
    ' ',
    'maple',
    'myshopify.com',
    '.myshopify.com',
    '-maple.myshopify.com',
    'maple_lane.myshopify.com',
    'maple.myshopify.com.',
    'maple.myshopify.com..',
    ' maple.myshopify.com',
    'maple.myshopify.com ',
    'maple.myshopify.com\n',
    'maple.myshopify.com\r\nX-Evil: 1',
    'maple\u0000.myshopify.com',
    'maple.myshopify.com\u0000',
    'a.b.myshopify.com',
    'maple..myshopify.com',
    'maple.myshopify.com.evil.example',
    'maple.myshopify.comevil.example',
    'evilmyshopify.com',
    'maple.myshopify.io',
    'maple.shopify.com',
    'admin.shopify.com/store/maple',
    'https://maple.myshopify.com',
    '//maple.myshopify.com',
    'maple.myshopify.com/',
    'maple.myshopify.com/admin',
    'maple.myshopify.com?x=1',
    'maple.myshopify.com#x',
    'evil.example/.myshopify.com',
    'evil.example?.myshopify.com',
    'evil.example#.myshopify.com',
    'evil.example\\.myshopify.com',
    'maple.myshopify.com:443',
    'maple.myshopify.com:8443',
    'user@maple.myshopify.com',
    'user:password@maple.myshopify.com',
    'maple.myshopify.com@evil.example',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.myshopify.com',
    '[::1]',
    '[::1].myshopify.com',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    'localhost',
    'maple%2emyshopify.com',
    'maple%00.myshopify.com',
    'xn--maple.xn--myshopify.com',
    'mäple.myshopify.com',
    'ｍaple.myshopify.com',
    'maple。myshopify.com',
    'maple．myshopify.com',
    'maple.myshopıfy.com',
    'maple.mySHOPİFY.com',
    // The Kelvin sign and the long s become ASCII letters when their case is changed.
    'ma\u212ae.myshopify.com',
    'maple.my\u017fhopify.com',
    'maple\u200b.myshopify.com',
    'maple\u00ad.myshopify.com',
    'mаple.myshopify.com',
    `${'a'.repeat(64)}.myshopify.com`,
  ])('is rejected, and no connection is made: %j [D30] [D36]', async (hostile) => {
    const json = { myshopifyDomain: hostile, accessToken: 'shpat_1', appId: service.ids.appId }
    const problem = await expectRejection(await identify(service, json), 'invalid_request')
    expect(problem.errors).toMatchObject([{ pointer: '/myshopifyDomain' }])
    expect(service.simulator.requests).toEqual([])
    expect(await countWritten(service)).toBe(0)
  })
})

describe('a body that identifies nothing', () => {
  it.each([
    ['the domain alone', () => ({})],
    ['the domain and an app', () => ({ appId: service.ids.appId })],
  ])('is rejected: %s [D30]', async (_what, build) => {
    const response = await identify(service, { myshopifyDomain, ...build() })
    const problem = await expectRejection(response, 'nothing_to_identify')
    expect(problem.errors).toMatchObject([{ pointer: '', code: 'nothing_to_identify' }])
    expect(await countWritten(service)).toBe(0)
  })
})

describe('a limit', () => {
  const toEmail = (length: number) => {
    const domain = `${'d'.repeat(60)}.`.repeat(4)
    const rest = length - '@'.length - domain.length - 'example'.length
    return `${'a'.repeat(rest)}@${domain}example`
  }

  it.each([
    ['ownerName', 'x'.repeat(256)],
    ['country', 'x'.repeat(256)],
    ['shopifyPlan', 'x'.repeat(256)],
    ['phone', '1'.repeat(51)],
    ['email', toEmail(321)],
    ['accessToken', 'x'.repeat(513)],
  ])('rejects %s one character beyond [D30]', async (field, value) => {
    const json = { myshopifyDomain, appId, country: 'Norway', [field]: value }
    const problem = await expectRejection(await identify(service, json), 'invalid_request')
    expect(problem.errors).toMatchObject([{ pointer: `/${field}`, code: 'too_big' }])
    expect(await countWritten(service)).toBe(0)
  })

  it.each([
    ['ownerName', 'x'.repeat(255)],
    ['country', 'x'.repeat(255)],
    ['shopifyPlan', 'x'.repeat(255)],
    ['phone', '1'.repeat(50)],
    ['email', toEmail(320)],
    ['myshopifyDomain', `${'a'.repeat(63)}.myshopify.com`],
  ])('admits %s at its longest [D30]', async (field, value) => {
    const response = await identify(service, { myshopifyDomain, country: 'Norway', [field]: value })
    expect(response.status).toBe(200)
  })

  it('admits a token of 512 characters: it reaches the platform, which does not know it [D30]', async () => {
    const json = { ...addShop(service), accessToken: 'x'.repeat(512) }
    await expectRejection(await identify(service, json), 'platform_token_rejected')
    expect(service.simulator.tokensSeen()).toEqual(['x'.repeat(512)])
  })
})

describe('a token that the platform rejects', () => {
  it('leaves a receipt and nothing else [D32] [D35]', async () => {
    const install = addShop(service, { behaviour: 'revoked' })
    const problem = await expectRejection(await identify(service, install), 'platform_token_rejected')
    const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
    expect([contacts, watches]).toEqual([[], []])
    expect(receipts).toMatchObject([
      {
        app_id: install.appId,
        sent: 'token',
        outcome: 'platform_token_rejected',
        uninstall_watch: 'denied',
        request_id: problem.requestId,
      },
    ])
  })
})
