import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AffiliateClient } from '@affiliate-platform/sdk'
import { buildTermsRules, createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'

const isSoak = process.env['GUARANTEE_SCALE'] === 'soak'
const outagesMs = isSoak ? [500, 1000, 2000, 3000] : [500, 1000]
const rounds = isSoak ? 4 : 1
const callsPerRound = 20

describe('a service that goes away', () => {
  test.each(outagesMs)(
    'for %i ms costs no call, and saves each action once [D69]',
    async (outageMs) => {
      await Promise.all([callThrough(closePort, outageMs), callThrough(response503, outageMs)])
    },
    60_000,
  )
})

async function callThrough(goAway: typeof closePort, outageMs: number): Promise<void> {
  await using service = await startService()
  const { payouts, memberships } = new AffiliateClient(service.options)
  const save = () => memberships.saveTerms(fakeIds.membershipId, { rules: buildTermsRules() })

  for (let round = 0; round < rounds; round += 1) {
    // The connections are open and idle, as they are when a service restarts.
    await Promise.all([save(), payouts.listPage()])
    const back = goAway(service, outageMs)
    await Promise.all(Array.from({ length: callsPerRound }, () => [save(), payouts.listPage()]).flat())
    await back
  }

  const versions = [...service.versionsByKey.values()]
  expect(versions).toHaveLength(rounds * (callsPerRound + 1))
  expect(versions.every((ids) => ids.size === 1)).toBe(true)
}

/** A service on a real socket that can go away. */
interface MortalService extends AsyncDisposable {
  readonly server: Server
  readonly port: number
  readonly options: { readonly baseUrl: string; readonly apiKey?: string | undefined }
  readonly versionsByKey: ReadonlyMap<string, ReadonlySet<string>>
  isUnavailable: boolean
}

async function startService(): Promise<MortalService> {
  const fake = createFakeService({ quotaRequestsMax: 100_000 })
  const versionsByKey = new Map<string, Set<string>>()
  const server = createServer(async (request, response) => {
    if (service.isUnavailable) return void response.writeHead(503).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', headers, url } = request
    const body = method === 'GET' ? null : Buffer.concat(chunks)
    const init = { method, body, headers: headers as Record<string, string> }
    const served = await fake.fetch(`${fake.baseUrl}${url}`, init)
    const text = await served.text()
    const key = String(headers['idempotency-key'])
    if (method === 'PATCH') {
      versionsByKey.set(key, (versionsByKey.get(key) ?? new Set()).add(JSON.parse(text).id))
    }
    response.writeHead(served.status, Object.fromEntries(served.headers)).end(text)
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const service: MortalService = {
    server,
    port,
    options: { baseUrl: `http://127.0.0.1:${port}`, apiKey: fakeApiKeys.affiliate },
    versionsByKey,
    isUnavailable: false,
    [Symbol.asyncDispose]: () => close(server),
  }
  return service
}

async function closePort({ server, port }: MortalService, outageMs: number): Promise<void> {
  await close(server)
  await pass(outageMs)
  await listen(server, port)
}

async function response503(service: MortalService, outageMs: number): Promise<void> {
  service.isUnavailable = true
  await pass(outageMs)
  service.isUnavailable = false
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
