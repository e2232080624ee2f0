import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forwardUninstall } from '@affiliate-platform/shopify-recipes'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { createFakeIdentify } from '../support/fake-identify.ts'
import { secret, shop } from '../support/fixtures.ts'

const env = { SHOPIFY_API_SECRET: secret, SHOPIFY_API_KEY: 'client-id' }
const url = 'http://localhost:3000/webhooks/app/uninstalled'

async function run(words: readonly string[], changes: Parameters<typeof createCommandIo>[0] = {}) {
  const client = createFakeIdentify()
  const route = forwardUninstall({ client, secrets: secret, onResult: () => undefined })
  const requests: Request[] = []
  const command = await createCommandIo({
    env,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return route(request.clone())
    },
    ...changes,
  })
  const exitCode = await runCommand(['trigger', ...words], command.io)
  return { ...command, exitCode, requests, sent: client.sent }
}

it('sends an uninstall that a real handler takes, of the shop that it names', async () => {
  const { exitCode, output, sent } = await run(['uninstall', '--url', url, '--shop', shop])
  expect(exitCode).toBe(0)
  expect(output()).toBe(`POST ${url} → 200\n`)
  expect(sent).toMatchObject([{ myshopifyDomain: shop, email: 'owner@paper-harbour.example' }])
})

it('sends fields of a file in the place of the sample’s', async () => {
  const { io } = await createCommandIo()
  await writeFile(join(io.folder, 'shop.json'), '{"email":"other@example.com"}')
  const { sent } = await run(['uninstall', '--url', url, '--payload', 'shop.json'], { folder: io.folder })
  expect(sent).toMatchObject([{ email: 'other@example.com' }])
})

it('sends a session token that Shopify takes, and prints none of it', async () => {
  const { requests, output } = await run([
    'install',
    '--url',
    'http://localhost:3000/app',
    '--shop',
    shop,
    '--json',
  ])
  const query = new URL(requests[0]?.url ?? '').searchParams
  const token = query.get('id_token') ?? ''
  expect(query.get('embedded')).toBe('1')
  expect(output()).not.toContain(token)
  const app = { clientId: 'client-id', clientSecret: secret }
  const exchanged = await createShopifySimulator({ shops: [{ domain: shop, apps: [app] }] }).fetch(
    `https://${shop}/admin/oauth/access_token`,
    {
      method: 'POST',
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      }),
    },
  )
  expect(exchanged.status).toBe(200)
})

it('ends with 1 when the app rejects, and with 5 when it does not respond', async () => {
  const other = { ...env, SHOPIFY_API_SECRET: 'another' }
  expect((await run(['uninstall', '--url', url], { env: other })).exitCode).toBe(1)
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const { exitCode, errors } = await run(['uninstall', '--url', url], { fetch })
  expect(exitCode).toBe(5)
  expect(errors()).toContain('Is the app running?')
})

it.each([
  ['a shop that is no domain', ['uninstall', '--url', url, '--shop', 'example.com'], env],
  ['no secret', ['uninstall', '--url', url], {}],
  ['no client id', ['install', '--url', url], { SHOPIFY_API_SECRET: secret }],
  ['a payload that is not there', ['uninstall', '--url', url, '--payload', 'none.json'], env],
  ['no address', ['uninstall'], env],
])('ends with 2 at %s', async (_, words, env) => {
  const { exitCode, errors, requests } = await run(words, { env })
  expect(exitCode).toBe(2)
  expect(errors()).not.toContain(secret)
  expect(requests).toEqual([])
})
