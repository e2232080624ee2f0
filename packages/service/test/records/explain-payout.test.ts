import { operations } from '@affiliate-platform/contract'
import { explainPayoutUnit } from '@affiliate-platform/platform/explain'
import { insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService
let payoutId: string

beforeAll(async () => {
  service = await createTestService()
  payoutId = await insertPayout(service.database, service.ids, { amountMinor: 380n })
})

afterAll(() => service.close())

const explain = (unit: string, key = service.keys.affiliate) =>
  service.fetch(`${operations.explainPayout.path.replace(':id', payoutId)}${unit}`, { key })

test('is the object that the command prints [D131]', async () => {
  const { workspaceId } = service.ids
  for (const unit of [1n, 380n]) {
    const printed = await explainPayoutUnit(service.database, { workspaceId, payoutId }, unit)
    expect(await (await explain(`?unit=${unit}`)).json()).toEqual(JSON.parse(JSON.stringify(printed)))
  }
})

test('knows the units from 1 to the amount, and says so of any other [D131]', async () => {
  for (const unit of ['381', '9'.repeat(38)])
    expect(await (await explain(`?unit=${unit}`)).json()).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      errors: [{ parameter: 'unit', code: 'out_of_range' }],
    })
  for (const query of [
    '',
    '?unit=',
    '?unit=0',
    '?unit=-1',
    '?unit=01',
    '?unit=1.0',
    `?unit=${'9'.repeat(39)}`,
  ])
    expect(await (await explain(query)).json(), query).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      errors: [{ parameter: 'unit' }],
    })
})

test('does not tell a stranger how many units there are [5-3] [D131]', async () => {
  const { affiliateOtherApp } = service.keys
  for (const query of ['?unit=1', '?unit=381'])
    expect(await (await explain(query, affiliateOtherApp)).json()).toMatchObject({ code: 'access_denied' })
})
