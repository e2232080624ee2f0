import { currencyCodes } from '@affiliate-platform/contract'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const threshold = { amountMinor: '2500', currency: 'USD' }

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

async function saveThresholds(thresholds?: readonly unknown[]) {
  const rules = buildRules({ threshold, ...(thresholds !== undefined && { thresholds }) })
  return (await expectSaved(await saveTerms(service, { json: { rules } }))).rules.thresholds
}

test('derives the thresholds from the primary one when they are omitted [2.2] [D14]', async () => {
  expect(await saveThresholds()).toEqual([threshold])
})

test('sorts the thresholds by currency [D14]', async () => {
  const [eur, jpy] = [
    { amountMinor: '1', currency: 'EUR' },
    { amountMinor: '0', currency: 'JPY' },
  ]
  expect(await saveThresholds([threshold, jpy, eur])).toEqual([eur, jpy, threshold])
})

test('accepts 30 thresholds [2.2]', async () => {
  const others = currencyCodes.filter((currency) => currency !== 'USD').slice(0, 29)
  const thresholds = [threshold, ...others.map((currency) => ({ amountMinor: '7', currency }))]
  expect(await saveThresholds(thresholds)).toHaveLength(30)
})

test('accepts the primary threshold as the only entry [4.1-4]', async () => {
  expect(await saveThresholds([threshold])).toEqual([threshold])
})
