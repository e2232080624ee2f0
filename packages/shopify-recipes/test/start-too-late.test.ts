import '@shopify/shopify-api/adapters/node'
import { startShopify } from '@affiliate-platform/shopify-recipes/testing'
import { expect, it } from 'vitest'

it('says so when a Shopify package was imported before', async () => {
  await expect(startShopify()).rejects.toMatchObject({
    code: 'started_too_late',
    message: expect.stringContaining('setup file'),
  })
})
