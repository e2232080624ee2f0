import { AffiliateClient } from '@affiliate-platform/sdk'
import { buildPayout, createFakeService, fakeIds, responses } from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const payout = buildPayout(1)
const { id } = payout.payout
const other = '99999999-9999-4999-8999-999999999999'

function start() {
  const service = createFakeService({ payouts: [payout] })
  return { service, payouts: new AffiliateClient(service.affiliateOptions).payouts }
}

test('a record says all that its row says, and more [D130]', async () => {
  const { payouts } = start()
  const { items } = await payouts.listPage()

  expect(await payouts.get(id.toUpperCase())).toMatchObject({ ...items[0], lines: { total: 1 } })
  for (const unit of [1, 12_500n, '12500'])
    expect(await payouts.explain(id, { unit })).toMatchObject({ unit: Number(unit), payout: { id } })
})

test('what cannot be is never sent [D130]', async () => {
  const { service, payouts } = start()
  for (const unit of [0, -1, 1.5, Number.NaN, 1e21, '01', '', ' 1'])
    expect(await errorOf(payouts.explain(id, { unit })), String(unit)).toMatchObject({
      kind: 'invalid_request',
      issues: [{ parameter: 'unit' }],
    })
  for (const wrong of ['me', '', `${id}/explanation`, '..'])
    expect(await errorOf(payouts.get(wrong))).toMatchObject({ code: 'invalid_parameter' })
  expect(service.requests).toEqual([])
})

test('an unknown record is a PermissionError, a unit beyond the amount an InvalidRequestError [5-3] [D131]', async () => {
  const { payouts } = start()
  expect(await errorOf(payouts.get(other))).toMatchObject({ kind: 'permission', code: 'access_denied' })
  expect(await errorOf(payouts.explain(id, { unit: 12_501 }))).toMatchObject({
    kind: 'invalid_request',
    issues: [{ parameter: 'unit', code: 'out_of_range' }],
  })
})

test('another record than was asked for is rejected [D104] [D130]', async () => {
  const { service, payouts } = start()
  service.script(
    'getPayout',
    responses.changed((json) => ({ ...json, id: other })),
  )
  expect(await errorOf(payouts.get(id))).toMatchObject({ code: 'other_record', issues: [{ pointer: '/id' }] })
  service.script(
    'explainPayout',
    responses.changed((json) => ({ ...json, unit: 2 })),
  )
  expect(await errorOf(payouts.explain(id, { unit: 1 }))).toMatchObject({ issues: [{ pointer: '/unit' }] })
  service.script(
    'explainPayout',
    responses.changed((json) => ({ ...json, payout: { ...Object(json['payout']), id: other } })),
  )
  expect(await errorOf(payouts.explain(id, { unit: 1 }))).toMatchObject({
    issues: [{ pointer: '/payout/id' }],
  })
  const expected = { membershipId: other }
  expect(await errorOf(payouts.get(id, { expected }))).toMatchObject({ code: 'other_record' })
  expect(await errorOf(payouts.get(id, { expected: { membershipId: fakeIds.membershipId } }))).toBeUndefined()
})
