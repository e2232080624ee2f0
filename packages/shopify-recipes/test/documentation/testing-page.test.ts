import { join } from 'node:path'
import { forwardUninstall } from '@affiliate-platform/shopify-recipes'
import { expect, it } from 'vitest'
import { createFakeIdentify } from '../support/fake-identify.ts'
import { collectPageSamples, writeSamples } from './samples.ts'

const samples = collectPageSamples().filter(({ path }) => path.startsWith('testing/'))
const folder = writeSamples('testing-samples', samples)

it('runs the page on testing', async () => {
  const { simulator, stop } = await import(/* @vite-ignore */ join(folder, 'testing/setup.ts'))
  const { handled, rejected, opened } = await import(/* @vite-ignore */ join(folder, 'testing/app.test.ts'))
  const route = forwardUninstall({
    client: createFakeIdentify(),
    secrets: 'client-secret',
    onResult: () => undefined,
  })
  expect((await route(handled)).status).toBe(200)
  expect((await route(rejected)).status).toBe(401)
  expect(new URL(opened.url).searchParams.get('embedded')).toBe('1')
  const response = await fetch('https://example.myshopify.com/admin/oauth/access_token', {
    method: 'POST',
    body: '{}',
  })
  expect(response.status).toBe(401)
  expect(simulator.requests).toHaveLength(1)
  stop()
})
