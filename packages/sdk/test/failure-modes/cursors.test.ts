import { AffiliateClient } from '@affiliate-platform/sdk'
import {
  buildPayout,
  createFakeService,
  createFakeTime,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const emptyPage = (nextCursor: string) => responses.status(200, JSON.stringify({ items: [], nextCursor }))

describe('cursors', () => {
  test('a repeated cursor stops the walk with an error [2.5-nextCursor]', async () => {
    const service = createFakeService()
    const repeat = responses.status(
      200,
      JSON.stringify({ items: [buildPayout(1).payout], nextCursor: 'same' }),
    )
    service.script('listPayouts', repeat, repeat, repeat)
    const ids: string[] = []
    const walk = async () => {
      for await (const { id } of new AffiliateClient(service.affiliateOptions).payouts.list({ limit: 1 }))
        ids.push(id)
    }

    const error = await errorOf(walk())

    expect(error).toMatchObject({ name: 'InvalidResponseError', code: 'repeated_cursor' })
    expect(service.requests).toHaveLength(2)
  })

  test.each([1, 2, 3, 50])(
    'a circle of %i cursors stops the walk within three rounds [2.5-nextCursor]',
    async (length) => {
      const service = createFakeService({ quotaRequestsMax: 1000 })
      const pages = Array.from({ length: 3 * length }, (_, index) => emptyPage(`cursor-${index % length}`))
      service.script('listPayouts', ...pages)
      const { payouts } = new AffiliateClient(service.affiliateOptions)

      expect(await errorOf(payouts.list().toArray({ limit: 1 }))).toMatchObject({ code: 'repeated_cursor' })
    },
  )

  test('a page that leads back to where the walk started stops it [2.5-nextCursor]', async () => {
    const service = createFakeService()
    service.script('listPayouts', emptyPage('start'))
    const { payouts } = new AffiliateClient(service.affiliateOptions)

    const error = await errorOf(payouts.list({ cursor: 'start' }).toArray({ limit: 1 }))

    expect(error).toMatchObject({ code: 'repeated_cursor' })
    expect(service.requests).toHaveLength(1)
  })

  test('a service that fails at every other request loses no row of a walk', async () => {
    const service = createFakeService({
      payouts: Array.from({ length: 10 }, (_, index) => buildPayout(index)),
    })
    let sent = 0
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent += 1
      return sent % 2 === 1 ? new Response(null, { status: 503 }) : await service.fetch(input, init)
    }
    const options = withFakeTime({ ...service.affiliateOptions, fetch }, createFakeTime())

    const rows = await new AffiliateClient(options).payouts.list({ limit: 1 }).toArray({ limit: 100 })

    expect(new Set(rows.map(({ id }) => id)).size).toBe(10)
    expect([sent, service.requests.length]).toEqual([20, 10])
  })

  test('a cursor with changed filters is rejected by the service [4.2-2]', async () => {
    const { payouts } = new AffiliateClient(createFakeService().affiliateOptions)
    const { nextCursor } = await payouts.listPage({ limit: 1 })

    const error = await errorOf(payouts.listPage({ cursor: nextCursor ?? '', status: 'confirmed' }))

    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      code: 'invalid_cursor',
      status: 400,
      attempts: 1,
    })
  })
})
