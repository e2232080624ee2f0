import { describe, expect, it } from 'vitest'
import { toPlatformRejection } from './shopify-rejection.ts'

function rejectionWithRetryAfter(retryAfter: string) {
  const response = new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } })
  return toPlatformRejection({ networkStatusCode: 429, response })
}

function rejectionWithCodes(...codes: readonly string[]) {
  const graphQLErrors = codes.map((code) => ({ message: 'Rejected', extensions: { code } }))
  return toPlatformRejection({ networkStatusCode: 200, graphQLErrors })
}

describe('toPlatformRejection', () => {
  it.each([
    [401, 'token_rejected'],
    [402, 'shop_unavailable'],
    [403, 'access_denied'],
    [404, 'shop_unavailable'],
    [423, 'shop_unavailable'],
    [302, 'unavailable'],
    [400, 'unavailable'],
    [429, 'unavailable'],
    [430, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('reads status %i as %s [D32]', (networkStatusCode, kind) => {
    expect(toPlatformRejection({ networkStatusCode })).toMatchObject({ kind })
  })

  it.each([
    ['ACCESS_DENIED', 'access_denied'],
    ['SHOP_INACTIVE', 'shop_unavailable'],
    ['THROTTLED', 'unavailable'],
    ['constructor', 'unavailable'],
  ])('reads the GraphQL error %s as %s [D32]', (code, kind) => {
    expect(rejectionWithCodes(code)).toMatchObject({ kind })
  })

  it('finds the code that it knows among others', () => {
    expect(rejectionWithCodes('OTHER', 'ACCESS_DENIED')).toEqual({ kind: 'access_denied' })
  })

  it('reads an error list of another shape as no result', () => {
    const errors = { networkStatusCode: 200, graphQLErrors: JSON.parse('"Not authorised"') }
    expect(toPlatformRejection(errors)).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    ['2', 2],
    ['2.0', 2],
    ['1.2', 2],
    ['0.4', 1],
    ['3600', 3600],
    ['3601', 3600],
    ['0', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['Sat, 21 Nov 2026 03:00:00 GMT', undefined],
  ])('reads Retry-After %s as %s whole seconds [D32]', (retryAfter, retryAfterSeconds) => {
    expect(rejectionWithRetryAfter(retryAfter)).toMatchObject({ retryAfterSeconds })
  })
})
