// The same in a test whose environment has a document, which is no browser.
import { AffiliateClient } from '@affiliate-platform/sdk'
import { createFakeService, responses } from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { runProgram } from './program.mjs'

test('every call ends as it does elsewhere', async () => {
  expect(document.createElement('p').outerHTML).toBe('<p></p>')
  expect(await runProgram(JSON.parse(process.env.INPUT))).toEqual(JSON.parse(process.env.EXPECTED))
})

test('the fake service responds, and fails on demand', async () => {
  const service = createFakeService()
  const { payouts } = new AffiliateClient(service.affiliateOptions)
  service.script('listPayouts', responses.status(400))

  await expect(payouts.listPage()).rejects.toMatchObject({ kind: 'invalid_request' })
  expect((await payouts.listPage()).items).toHaveLength(3)
})
