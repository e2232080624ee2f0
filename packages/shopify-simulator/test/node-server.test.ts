import { request } from 'node:http'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accessToken, domain } from './graphql-request.ts'

const simulator = createShopifySimulator({ shops: [{ domain, accessToken }] })
let server: Awaited<ReturnType<typeof simulator.listen>>

beforeEach(async () => {
  simulator.setBehaviour(domain, 'ok')
  server = await simulator.listen()
})

afterEach(() => server.close())

const path = '/admin/api/2026-10/graphql.json'

function readShop(init: RequestInit = {}) {
  return fetch(server.shopUrl(domain) + path, {
    method: 'POST',
    headers: { 'x-shopify-access-token': accessToken, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ shop { myshopifyDomain } }' }),
    ...init,
  })
}

it('responds to a shop under its path, on loopback', async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await readShop()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ data: { shop: { myshopifyDomain: domain } } })
  expect(simulator.requests.at(-1)?.url).toBe(`https://${domain}${path}`)
})

it('hands each request to the fetch that it is given, for a shop’s own address', async () => {
  const seen: string[] = []
  const watched = await simulator.listen({
    fetch: (input, init) => {
      seen.push(input instanceof Request ? input.url : String(input))
      return simulator.fetch(input, init)
    },
  })
  const response = await fetch(watched.shopUrl(domain) + path, { method: 'POST' })
  await watched.close()
  expect(response.status).toBe(401)
  expect(seen).toEqual([`https://${domain}${path}`])
})

it('responds to a shop by the Host header', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { host: domain, 'x-shopify-access-token': 'shpat_wrong' }
    const outgoing = request(server.url + path, { method: 'POST', headers })
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode)).on('error', reject)
    outgoing.end()
  })
  expect(status).toBe(401)
})

it.each(['/', '/shops/attacker.example/admin'])('responds with 404 for %s', async (address) => {
  const response = await fetch(server.url + address)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('/shops/{domain}')
})

it('sends a redirect as it is', async () => {
  simulator.setBehaviour(domain, 'redirect')
  const response = await readShop({ redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('https://elsewhere.example/admin')
})

it('ends the connection on reset', async () => {
  simulator.setBehaviour(domain, 'reset')
  await expect(readShop()).rejects.toThrow('fetch failed')
})

it('lets the client give up on a shop that hangs', async () => {
  simulator.setBehaviour(domain, 'hang')
  await expect(readShop({ signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout')
})

it('closes while a shop hangs', async () => {
  simulator.setBehaviour(domain, 'hang')
  const response = readShop()
  const rejected = expect(response).rejects.toThrow('fetch failed')
  await server.close()
  await rejected
})

it('rejects a port that is taken', async () => {
  const port = Number(new URL(server.url).port)
  await expect(simulator.listen({ port })).rejects.toThrow('EADDRINUSE')
})
