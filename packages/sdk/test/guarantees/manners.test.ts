import { spawn } from 'node:child_process'
import { AffiliateClient } from '@affiliate-platform/sdk'
import { fakeApiKeys } from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { goodResponse } from '../failure-modes/good-response.ts'
import {
  echo,
  type HostileResponse,
  noResponse,
  startHostileServer,
} from '../failure-modes/hostile-server.ts'

const program = `
  import { AffiliateClient } from '@affiliate-platform/sdk'
  const { payouts } = new AffiliateClient({ timeoutMs: 60_000, totalTimeoutMs: 60_000 })
  const controller = new AbortController()
  await payouts.listPage()
  for await (const row of payouts.list()) break
  await payouts.listPage().catch(() => undefined)
  const hanging = payouts.listPage({}, controller).catch(() => undefined)
  setTimeout(() => controller.abort(), 200)
  await hanging
  console.log('done')
`

test('nothing of a call keeps its process alive: not its timers, not its connection', async () => {
  const responses: HostileResponse[] = [goodResponse, goodResponse, echo(400, 'invalid_request'), noResponse]
  await using server = await startHostileServer(responses)
  const args = ['--conditions=@affiliate-platform/source', '--input-type=module', '--eval', program]
  const env = {
    PATH: process.env['PATH'],
    AFFILIATE_BASE_URL: server.baseUrl,
    AFFILIATE_API_KEY: fakeApiKeys.affiliate,
  }
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env })
  let doneAtMs: number | undefined
  child.stdout.on('data', () => {
    doneAtMs = performance.now()
  })

  const code = await new Promise((resolve) => child.on('exit', resolve))

  expect(code).toBe(0)
  expect(server.requests).toHaveLength(4)
  // The connection alone would be kept for four seconds, a timer for sixty.
  expect(performance.now() - (doneAtMs ?? 0)).toBeLessThan(3000)
})

test('the stack of an error leads to the line that called', async () => {
  await using server = await startHostileServer([echo(403, 'scope_denied')])
  const { payouts } = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate })
  async function showPayoutsOfMine() {
    return await payouts.listPage()
  }

  expect(await errorOf(showPayoutsOfMine())).toHaveProperty(
    'stack',
    expect.stringContaining('showPayoutsOfMine'),
  )
})

test('many attempts in a short total time end within it, with the failure that lasted', async () => {
  await using server = await startHostileServer([noResponse])
  const options = { timeoutMs: 300, totalTimeoutMs: 1500, retries: 10 }
  const client = new AffiliateClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.affiliate, ...options })
  const startedMs = performance.now()

  const error = await errorOf(client.payouts.listPage())

  expect(error).toMatchObject({ name: 'TimeoutError', attempts: server.requests.length })
  expect(performance.now() - startedMs).toBeLessThan(2500)
  expect(server.requests.length).toBeLessThanOrEqual(3)
})
