import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiKeyChecksum } from '@affiliate-platform/contract'
import { AffiliateClient, IdentifyClient } from '@affiliate-platform/sdk'
import {
  backfillRoute,
  createMemoryLedger,
  forwardUninstall,
  handleUninstall,
  type InstallResult,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes'
import { accessToken, apiKey, appId, buildRequest, secret, shop } from './fixtures.ts'

const json = { 'Content-Type': 'application/json' }

/** The ways in which the affiliate platform fails, and one in which it does not. */
const platforms: Readonly<Record<string, RequestListener>> = {
  works: (_, response) => void response.writeHead(200, json).end('{"ok":true,"receiptId":"rec-1"}'),
  hangs: () => undefined,
  drips: (_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
  },
  resets: (request) => void request.socket.resetAndDestroy(),
  'breaks off': (_, response) => {
    response.writeHead(200, json)
    response.write('{"ok"', () => response.destroy())
  },
  'sends 40 MB': (_, response) => void response.writeHead(200, json).end(Buffer.alloc(40_000_000, ' ')),
  redirects: (_, response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
  'is down': (_, response) => void response.writeHead(500).end('<html>'),
  'rejects the key': (_, response) =>
    void response.writeHead(401, json).end('{"ok":false,"code":"invalid_credential"}'),
}

/** A response, byte by byte. */
export interface SeenResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Runs the recipes and a client against every failure of the platform, on whatever this host has for `fetch`. */
export async function runHostBattery() {
  const [installs, forwards, responses, savedTerms] = await Promise.all([
    runOnPlatforms(install),
    runOnPlatforms(forward),
    collectResponses(),
    runOnPlatforms(saveTerms),
  ])
  return { installs, forwards, responses, savedTerms }
}

async function runOnPlatforms<Result>(run: (baseUrl: string) => Promise<Result>) {
  const results = Object.entries(platforms).map(async ([name, platform]) => {
    const server = createServer(platform).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const result = await run(`http://127.0.0.1:${port}`)
    server.close()
    server.closeAllConnections()
    return [name, result] as const
  })
  return Object.fromEntries(await Promise.all(results))
}

function install(baseUrl: string): Promise<InstallResult> {
  return new Promise((resolve) => {
    const client = new IdentifyClient({ apiKey, baseUrl })
    identifyOnInstall({ client, appId, ledger: createMemoryLedger(), onResult: resolve })({
      session: { shop, isOnline: false, accessToken },
    })
  })
}

async function forward(baseUrl: string): Promise<readonly unknown[]> {
  const results: unknown[] = []
  const client = new IdentifyClient({ apiKey, baseUrl })
  const onResult = (result: unknown) => void results.push(result)
  const response = await forwardUninstall({ client, secrets: secret, onResult })(buildRequest())
  return [...results, await toSeen(response)]
}

const keyBody = `aff_affiliate_${'k'.repeat(32)}`
const membershipId = '018f4d5e-7a1b-7c2d-8e3f-4a5b6c7d8e00'
const terms = {
  rules: {
    basis: 'net',
    rateBps: 1000,
    cpi: { amountMinor: '0', currency: 'USD' },
    includedSaleKinds: ['subscription_sale'],
    durationMonths: 12,
    holdDays: 30,
    threshold: { amountMinor: '0', currency: 'USD' },
    windowDays: 30,
    allowExistingShops: false,
    allowManualClaims: false,
  },
} as const

async function saveTerms(baseUrl: string): Promise<unknown> {
  const affiliateKey = `${keyBody}_${apiKeyChecksum(keyBody)}`
  const client = new AffiliateClient({ apiKey: affiliateKey, baseUrl, timeoutMs: 4000, retries: 0 })
  try {
    return await client.memberships.saveTerms(membershipId, terms)
  } catch (error) {
    const { name, code, status } = error as { name: string; code: string; status?: number }
    return { name, code, status }
  }
}

async function collectResponses(): Promise<readonly SeenResponse[]> {
  const quiet = { secrets: secret, onResult: () => undefined }
  const uninstall = handleUninstall({ ...quiet, ledger: createMemoryLedger() })
  const failing = handleUninstall({ ...quiet, onUninstalled: () => Promise.reject(new Error('down')) })
  const client = { identify: async () => ({ ok: true }) }
  const listShops = async () => [shop, 'gone.myshopify.com']
  const readShop = async (domain: string) => (domain === shop ? { accessToken } : undefined)
  const options = { client, apiKey, appId, listShops, readShop }
  const backfill = backfillRoute(options)
  const unlisted = backfillRoute({ ...options, listShops: () => Promise.reject(new Error('down')) })
  const page = (query = '', key = apiKey, method = 'POST') =>
    new Request(`https://my-app.example/backfill${query}`, {
      method,
      headers: { Authorization: `Bearer ${key}` },
    })
  const responses = [
    await uninstall(buildRequest({ eventId: 'e1' })),
    await uninstall(buildRequest({ eventId: 'e1' })),
    await uninstall(buildRequest({ secret: 'wrong' })),
    await uninstall(buildRequest({}, { headers: { 'X-Shopify-Hmac-Sha256': null } })),
    await uninstall(buildRequest({}, { method: 'GET' })),
    await uninstall(buildRequest({ payload: 'x'.repeat(70_000) })),
    await uninstall(buildRequest({ topic: 'shop/redact' })),
    await uninstall(buildRequest({ payload: '[]' })),
    await failing(buildRequest()),
    await backfill(page()),
    await backfill(page('?offset=7')),
    await backfill(page('', 'wrong')),
    await backfill(page('', apiKey, 'GET')),
    await unlisted(page()),
  ]
  return Promise.all(responses.map(toSeen))
}

async function toSeen(response: Response): Promise<SeenResponse> {
  return { status: response.status, headers: [...response.headers].sort(), body: await response.text() }
}
