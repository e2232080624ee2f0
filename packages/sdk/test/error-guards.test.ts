import { inspect } from 'node:util'
import * as sdk from '@affiliate-platform/sdk'
import { createFakeService } from '@affiliate-platform/sdk/testing'
import { describe, expect, test, vi } from 'vitest'

const names = Object.keys(sdk).filter((name) => name.endsWith('Error') && !/^(?:is|Affiliate)/.test(name))
type Guard = (value: unknown) => boolean
const guardOf = (name: string) => Reflect.get(sdk, `is${name}`) as Guard
const build = (copy: object, name: string): Error =>
  new (Reflect.get(copy, name) as new (facts: object) => Error)({ message: 'm', code: 'c' })

describe('guards', () => {
  test('exist for all 13 classes', () => {
    expect(names).toHaveLength(13)
    for (const name of names) expect(guardOf(name)).toBeTypeOf('function')
  })

  test('know the errors of another copy of the package', async () => {
    vi.resetModules()
    const copy: object = await import('@affiliate-platform/sdk')

    for (const name of names) {
      const error = build(copy, name)
      expect(error).not.toBeInstanceOf(sdk.AffiliateError)
      const guards = names.filter((candidate) => guardOf(candidate)(error))
      expect(guards).toEqual(name === 'TermsRejectedError' ? ['InvalidRequestError', name] : [name])
      expect(sdk.isAffiliateError(error)).toBe(true)
    }
  })

  test('know no other errors, whatever their name', () => {
    const timeout = Object.assign(new Error('other'), { name: 'TimeoutError' })

    for (const value of [timeout, null, undefined, 'TimeoutError', { name: 'TimeoutError' }]) {
      expect(sdk.isTimeoutError(value)).toBe(false)
      expect(sdk.isAffiliateError(value)).toBe(false)
    }
  })
})

describe('errors', () => {
  test('have a kind each, named after the class', () => {
    for (const name of names) {
      const kind = name
        .replace(/Error$/, '')
        .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
        .toLowerCase()
      expect(build(sdk, name)).toMatchObject({ name, kind })
    }
  })

  test('are printed and written with all their facts', async () => {
    const service = createFakeService()
    const affiliate = new sdk.AffiliateClient(service.affiliateOptions)
    const error = await affiliate.payouts.listPage({ cursor: 'gone' }).catch((thrown) => thrown)

    expect(inspect(error)).toMatch(/^InvalidRequestError: listPayouts failed: .*\(400 invalid_cursor\)/)
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining('invalid_cursor'),
      code: 'invalid_cursor',
      status: 400,
      attempts: 1,
      requestId: expect.any(String),
      body: { code: 'invalid_cursor' },
    })
  })
})

describe('an observer', () => {
  test('that fails does not disturb the call', async () => {
    const observers = [
      () => {
        throw new Error('broken')
      },
      async () => Promise.reject(new Error('broken')),
    ]
    for (const observer of observers) {
      const affiliate = new sdk.AffiliateClient({ ...createFakeService().affiliateOptions, observer })
      await expect(affiliate.payouts.listPage()).resolves.toMatchObject({ nextCursor: null })
    }
  })
})
