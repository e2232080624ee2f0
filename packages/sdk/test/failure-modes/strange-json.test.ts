import { AffiliateClient, IdentifyClient } from '@affiliate-platform/sdk'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { type HostileResponse, json, startHostileServer, text } from './hostile-server.ts'

const identification = { myshopifyDomain: 'example.myshopify.com', country: 'Peru' }
const depth = 20_000

const identify = async (response: HostileResponse): Promise<unknown> => {
  await using server = await startHostileServer([response])
  const client = new IdentifyClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.workspace })
  return await errorOf(client.identify(identification))
}

describe('ok', () => {
  test.each([
    [false, 'not_ok'],
    ['true', 'invalid_shape'],
    ['false', 'invalid_shape'],
    [1, 'invalid_shape'],
    [null, 'invalid_shape'],
    [undefined, 'invalid_shape'],
    [[true], 'invalid_shape'],
  ])('of %j in a 2xx is no success: %s [4.3-ok]', async (ok, code) => {
    expect(await identify(json(200, { ok }))).toMatchObject({ name: 'InvalidResponseError', code })
  })

  test('of true in a 400 is no success either [4.3-ok]', async () => {
    expect(await identify(json(400, { ok: true }))).toMatchObject({
      name: 'InvalidRequestError',
      code: 'http_400',
    })
  })
})

describe('a body that is no object', () => {
  const roots = ['"text"', '5', 'true', 'null', '[]', '[{"items":[],"nextCursor":null}]', '\uFEFF{}']
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const jsonType = { 'Content-Type': 'application/json' }

  test.each([...roots, nested].map((root) => [root.slice(0, 20), root]))(
    'is an error of the package, in a 200 and in a 400: %s [7-body]',
    async (_, root) => {
      for (const [status, name] of [
        [200, 'InvalidResponseError'],
        [400, 'InvalidRequestError'],
      ] as const) {
        await using server = await startHostileServer([text(status, root, jsonType)])
        const { payouts } = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate })
        expect(await errorOf(payouts.listPage())).toMatchObject({ name, status, attempts: 1 })
      }
    },
  )

  test('in a member that this version does not know is kept, however deep', async () => {
    const page = `{"items":[],"nextCursor":null,"later":${nested}}`
    await using server = await startHostileServer([text(200, page, jsonType)])
    const options = {
      baseUrl: server.baseUrl,
      apiKey: fakeApiKeys.affiliate,
      strict: true,
      observer: () => {},
    }

    expect(await new AffiliateClient(options).payouts.listPage()).toHaveProperty('later.0.0.0')
  })
})
