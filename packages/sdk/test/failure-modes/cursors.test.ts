import { AffiliateClient } from '@affiliate-platform/sdk'
import { answers, buildPayout, createFakeService } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

describe('cursors', () => {
  test('a repeated cursor stops the walk with an error [2.5-nextCursor]', async () => {
    const service = createFakeService()
    const repeat = answers.status(200, JSON.stringify({ items: [buildPayout(1).payout], nextCursor: 'same' }))
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

  test('a circle of several cursors stops the walk within three rounds [2.5-nextCursor]', async () => {
    const service = createFakeService()
    const pages = Array.from({ length: 9 }, (_, index) =>
      answers.status(200, JSON.stringify({ items: [], nextCursor: `cursor-${index % 3}` })),
    )
    service.script('listPayouts', ...pages)
    const walk = async () => {
      const list = new AffiliateClient(service.affiliateOptions).payouts.list()
      for await (const { items } of list.pages()) expect(items).toEqual([])
    }

    expect(await errorOf(walk())).toMatchObject({ code: 'repeated_cursor' })
  })

  test('a cursor with changed filters is refused by the service [4.2-2]', async () => {
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
