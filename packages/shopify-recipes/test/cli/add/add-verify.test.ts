import { firstReceipt } from '@affiliate-platform/contract'
import { expect, it } from 'vitest'
import { runCommand } from '../../../src/cli/run-command.ts'
import { createCommandIo } from '../../support/command-io.ts'
import { apiKey, appId } from '../../support/fixtures.ts'
import { buildRoutedApp } from './apps.ts'
import { createApp } from './created-app.ts'

const asOf = '2026-11-01T09:30:00.000Z'
const receipt = {
  id: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a42',
  shopDomain: 'example.myshopify.com',
  outcome: 'identified',
  createdAt: '2026-11-01T09:31:10.250Z',
}
const settings = {
  AFFILIATE_BASE_URL: 'https://affiliates.example.com',
  AFFILIATE_WORKSPACE_API_KEY: apiKey,
  AFFILIATE_APP_ID: appId,
}

/** Waits for a receipt, in an app to which nothing is left to add; `respond` stands for the service. */
async function verify(respond: (poll: number) => Response, words: readonly string[] = []) {
  const { add, folder, write } = await createApp(buildRoutedApp('react-router', 'ts'))
  await add('--yes')
  await write(
    '.env',
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const asked: (string | null)[] = []
  const command = await createCommandIo({
    folder,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { origin, pathname, searchParams } = new URL(request.url)
      expect([origin, pathname]).toEqual([settings.AFFILIATE_BASE_URL, firstReceipt.path])
      expect(request.headers.get('Authorization')).toBe(`Bearer ${apiKey}`)
      expect(searchParams.get('appId')).toBe(appId)
      asked.push(searchParams.get('since'))
      return respond(asked.length - 1)
    },
  })
  const exitCode = await runCommand(['add', '--verify', ...words], command.io)
  return { ...command, exitCode, asked }
}

it('waits for the first receipt since it began, by the time of the service, and shows it [D268]', async () => {
  // A connection that is lost meanwhile ends nothing.
  const { exitCode, asked, output, waits } = await verify((poll) => {
    if (poll === 2) throw new TypeError('fetch failed')
    return Response.json({ asOf, ...(poll !== 1 && { receipt }) })
  })
  expect(exitCode).toBe(0)
  expect(asked).toEqual(['1970-01-01T00:00:00Z', asOf, asOf, asOf])
  expect(waits).toEqual([2000, 2000, 2000])
  expect(output()).toContain('Waiting for the first receipt')
  expect(output()).toMatch(
    /example\.myshopify\.com was identified at 2026-11-01T09:31:10\.250Z \(receipt 019a2f6e-.+\)\.\n$/,
  )
  expect(output()).not.toContain(apiKey)
})

it('prints the receipt as a line with --json, and fails for a call that was rejected', async () => {
  const rejected = { ...receipt, outcome: 'platform_token_rejected' }
  const { exitCode, lines } = await verify(() => Response.json({ asOf, receipt: rejected }), ['--json'])
  expect(exitCode).toBe(1)
  expect(lines()).toMatchObject([
    { type: 'add', outcome: 'unchanged' },
    { type: 'verify', ...rejected },
  ])
})

it('gives up after ten minutes', async () => {
  const { exitCode, waits, errors } = await verify(() => Response.json({ asOf }))
  expect(exitCode).toBe(1)
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(600_000)
  expect(errors()).toContain('No receipt in 10 minutes.')
})

it.each([
  [401, 4],
  [403, 4],
  [404, 5],
  [503, 5],
])('ends at once where the service responds with %s', async (status, expected) => {
  const { exitCode, waits, errors } = await verify(() => new Response(null, { status }))
  expect({ exitCode, waits }).toEqual({ exitCode: expected, waits: [] })
  expect(errors()).toContain(`responds with ${status}. Run npx @affiliate-platform/shopify-recipes doctor.`)
})

it('ends with Ctrl-C, and needs its variables', async () => {
  const { io, interrupt } = await createCommandIo({ env: settings })
  const { folder, add, errors } = await createApp(buildRoutedApp('remix', 'js'))
  await add('--yes')
  const exitCode = await runCommand(['add', '--verify'], {
    ...io,
    folder,
    fetch: async () => Response.json({ asOf }),
    wait: async () => {
      interrupt()
      throw new Error('aborted')
    },
  })
  expect(exitCode).toBe(3)
  expect(await add('--verify')).toBe(2)
  expect(errors()).toContain(
    '--verify needs AFFILIATE_BASE_URL, AFFILIATE_WORKSPACE_API_KEY, AFFILIATE_APP_ID',
  )
})
