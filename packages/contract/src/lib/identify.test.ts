import { describe, expect, it } from 'vitest'
import { buildIdentify, describeIssue, issuesOf } from '../../test/builders.ts'
import {
  checkIdentify,
  contactFieldNames,
  identifyRequestSchema,
  identifyResponseSchema,
} from './identify.ts'
import { parseBody } from './issues.ts'

const appId = '0199f0c2-1a00-7900-8900-4c5d6e7f8091'
const myshopifyDomain = 'example-shop.myshopify.com'

const issues = (changes: Readonly<Record<string, unknown>>) =>
  issuesOf(identifyRequestSchema, buildIdentify(changes))

/** The request after the schema step. */
const parsed = (changes: Readonly<Record<string, unknown>>) =>
  identifyRequestSchema.parse(buildIdentify(changes))

const domainIssues = (domain: unknown) => issues({ myshopifyDomain: domain })

const texts = ['ownerName', 'country', 'shopifyPlan', 'phone']

describe('identifyRequestSchema', () => {
  it('takes the three variants of the interface [4.3-install] [4.3-backfill] [4.3-uninstall]', () => {
    const contact = { email: 'a@example.com', ownerName: 'A', country: 'Chad', shopifyPlan: 'Basic' }
    const withToken = { myshopifyDomain, accessToken: 'token', appId }

    for (const body of [withToken, { ...withToken, ...contact }, { myshopifyDomain, ...contact }]) {
      expect(issuesOf(identifyRequestSchema, body)).toEqual([])
    }
  })

  it('takes a shop domain case-insensitively and lowers it [4.3-myshopifyDomain] [D30]', () => {
    expect(parsed({ myshopifyDomain: 'Example-SHOP.MyShopify.com' }).myshopifyDomain).toBe(myshopifyDomain)
    expect(issuesOf(identifyRequestSchema, { email: 'a@example.com' })).toEqual(['/myshopifyDomain required'])
  })

  it('takes 63 characters before the dot and rejects 64 [4.3-myshopifyDomain] [D30]', () => {
    expect(domainIssues(`${'a'.repeat(63)}.myshopify.com`)).toEqual([])
    expect(domainIssues(`${'a'.repeat(64)}.myshopify.com`)).toEqual(['/myshopifyDomain invalid_format'])
  })

  it('rejects everything around the domain and every other host [4.3-myshopifyDomain] [D30]', () => {
    const rejected = [
      'https://example-shop.myshopify.com',
      'example-shop.myshopify.com/',
      'example-shop.myshopify.com:443',
      'example-shop.myshopify.com.',
      'example-shop.myshopify.com.evil.example',
      'evil.example/.myshopify.com',
      'user@example-shop.myshopify.com',
      'a.b.myshopify.com',
      '-shop.myshopify.com',
      'a_b.myshopify.com',
      '.myshopify.com',
      'myshopify.com',
      ' example-shop.myshopify.com',
      'example-shop.myshopify.com\n',
      'example-shop.myshopify.io',
      'localhost',
      '127.0.0.1',
      '',
    ]
    for (const domain of rejected) {
      expect(domainIssues(domain), domain).toEqual(['/myshopifyDomain invalid_format'])
    }
  })

  it('rejects letters that only look like ASCII once their case is changed [4.3-myshopifyDomain] [D30]', () => {
    // The Kelvin sign, the long s and the dotless i.
    for (const domain of ['\u212Ashop.myshopify.com', 'a.my\u017Fhopify.com', 'a.myshop\u0131fy.com']) {
      expect(domainIssues(domain), domain).toEqual(['/myshopifyDomain invalid_format'])
    }
  })

  it('requires the app beside a token, and takes the app alone [4.3-appId] [D30]', () => {
    expect(issues({ accessToken: 'token' })).toEqual(['/appId required'])
    expect(issues({ appId })).toEqual([])
    expect(parsed({ appId: appId.toUpperCase() }).appId).toBe(appId)
    expect(issues({ appId: 'app' })).toEqual(['/appId invalid_format'])
  })

  it('takes a token of up to 512 visible ASCII characters [4.3-accessToken] [D30]', () => {
    expect(issues({ appId, accessToken: 't'.repeat(512) })).toEqual([])
    expect(issues({ appId, accessToken: 't'.repeat(513) })).toEqual(['/accessToken too_big'])
    expect(parsed({ appId, accessToken: ' token\n' }).accessToken).toBe('token')
    for (const accessToken of ['', ' ', 'to ken', 'to\r\nken', 'tokén']) {
      expect(issues({ appId, accessToken }), accessToken).toEqual(['/accessToken invalid_format'])
    }
  })

  it('takes an e-mail address of up to 320 characters [4.3-email] [D30]', () => {
    const longest = `${'a'.repeat(320 - '@example.com'.length)}@example.com`

    expect(issues({ email: longest })).toEqual([])
    expect(issues({ email: `a${longest}` })).toEqual(['/email too_big'])
    expect(parsed({ email: ' Owner@Example.com ' }).email).toBe('Owner@Example.com')
    for (const email of [
      '',
      'owner',
      'owner@',
      '@example.com',
      'a b@example.com',
      'a@example.com\r\nBcc: b@c.de',
    ]) {
      expect(issues({ email }), email).toEqual(['/email invalid_format'])
    }
  })

  it('takes texts of up to 255 characters and phones of up to 50 [4.3-ownerName] [4.3-country] [4.3-shopifyPlan] [4.3-phone]', () => {
    for (const name of texts) {
      const charactersMax = name === 'phone' ? 50 : 255

      expect(issues({ [name]: '👍'.repeat(charactersMax) }), name).toEqual([])
      expect(issues({ [name]: 'x'.repeat(charactersMax + 1) }), name).toEqual([`/${name} too_big`])
    }
  })

  it('trims texts and rejects blank ones [4.3-ownerName] [4.3-country] [4.3-shopifyPlan] [4.3-phone] [D30]', () => {
    for (const name of texts) {
      expect(parsed({ [name]: '\t Åsa  Ek \n' })).toHaveProperty(name, 'Åsa  Ek')
      expect(issues({ [name]: ' ' }), name).toEqual([`/${name} too_small`])
    }
  })

  it('rejects control characters and halves of characters in texts [D30]', () => {
    for (const text of ['a\0b', 'a\r\nb', 'a\tb', 'a\u0085b', '\ud83d', 'a\udc4d']) {
      for (const name of texts) expect(issues({ [name]: text })).toEqual([`/${name} invalid_format`])
    }
  })

  it('rejects null for every field [D30]', () => {
    for (const name of ['accessToken', 'appId', ...contactFieldNames]) {
      expect(issues({ [name]: null }), name).toEqual([`/${name} invalid_type`])
    }
  })

  it('rejects unknown fields [D13] [D30]', () => {
    expect(issues({ shop: myshopifyDomain, address: {} })).toEqual([
      '/shop unknown_member',
      '/address unknown_member',
    ])
  })
})

describe('checkIdentify', () => {
  it('asks for a token or at least one contact field [4.3-myshopifyDomain] [D30]', () => {
    expect(checkIdentify({ myshopifyDomain, appId }).map(describeIssue)).toEqual(['nothing_to_identify'])
    expect(checkIdentify({ myshopifyDomain, accessToken: 'token', appId })).toEqual([])
    for (const name of contactFieldNames) expect(checkIdentify({ myshopifyDomain, [name]: 'x' })).toEqual([])
  })
})

describe('identifyResponseSchema', () => {
  it('is sure of ok alone, and keeps further members [4.3-ok] [D34]', () => {
    const later = { ok: true, contact: 'merged', score: 1 }

    expect(identifyResponseSchema.parse({ ok: true })).toEqual({ ok: true })
    expect(identifyResponseSchema.parse(later)).toEqual(later)
    expect(parseBody(identifyResponseSchema, { status: 'ok' }).ok).toBe(false)
    expect(parseBody(identifyResponseSchema, { ok: 'true' }).ok).toBe(false)
  })
})
