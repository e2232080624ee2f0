import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backfillRoute } from '@affiliate-platform/shopify-recipes'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { runToEnd, useFakeClock } from '../support/fake-clock.ts'
import { buildRejection, createFakeIdentify, hang } from '../support/fake-identify.ts'
import { accessToken, apiKey, appId } from '../support/fixtures.ts'

const url = 'https://my-app.example/internal/affiliate-backfill'
const env = { AFFILIATE_WORKSPACE_API_KEY: apiKey }
const stateFile = '.affiliate-backfill.json'

type Fetch = typeof globalThis.fetch

/** A command against a real route with so many shops; `broken` domains fail to be read until it is emptied. */
async function setUp({ count = 120, broken = new Set(), slow = new Set(), fetch }: Settings = {}) {
  const domains = Array.from({ length: count }, (_, index) => `shop-${index}.myshopify.com`)
  const client = createFakeIdentify()
  const route = backfillRoute({
    client,
    apiKey,
    appId,
    listShops: async ({ offset, limit }) => domains.slice(offset, offset + limit),
    countShops: async () => count,
    readShop: async (domain, { signal }) => {
      if (slow.has(domain)) await hang(domain, signal)
      if (broken.has(domain)) throw buildRejection(502, 'bad_gateway')
      return { accessToken, phone: '+1 555 0100' }
    },
  })
  const requests: Request[] = []
  const fetchRoute: Fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(request)
    return fetch === undefined ? route(request) : fetch(request)
  }
  const { folder } = (await createCommandIo()).io
  const run = async (words: readonly string[] = [], changes: Parameters<typeof createCommandIo>[0] = {}) => {
    const command = await createCommandIo({ env, folder, fetch: fetchRoute, ...changes })
    const exitCode = await runCommand(['backfill', 'run', '--url', url, ...words], command.io)
    return { ...command, exitCode }
  }
  const readState = () => readFile(join(folder, stateFile), 'utf8')
  return { run, route, requests, folder, client, readState, broken }
}

interface Settings {
  readonly count?: number
  readonly broken?: Set<string>
  readonly slow?: ReadonlySet<string>
  readonly fetch?: (request: Request) => Promise<Response>
}

describe('backfill run', () => {
  it('drives all pages with the key in the header, and ends with 0 [4.4-4] [4.4-6]', async () => {
    const { run, requests, client } = await setUp()
    const { exitCode, lines } = await run()
    expect(exitCode).toBe(0)
    expect(requests.map(({ url }) => url)).toEqual([0, 50, 100].map((offset) => `${url}?offset=${offset}`))
    expect(requests.every(({ headers }) => headers.get('authorization') === `Bearer ${apiKey}`)).toBe(true)
    expect(client.sent).toHaveLength(120)
    expect(lines()).toMatchObject([
      { type: 'page', offset: 0, sent: 50, totals: { processed: 50 } },
      { type: 'page', offset: 50, sent: 50, totals: { processed: 100 } },
      { type: 'page', offset: 100, sent: 20, totals: { processed: 120 } },
      { type: 'report', pagesComplete: true, importSuccessful: true, totals: { sent: 120 }, failures: [] },
    ])
  })

  it('shows a person a bar, and a report that keeps its two claims apart [4.4-6]', async () => {
    const broken = new Set(['shop-7.myshopify.com'])
    let nowMs = 0
    const now = () => (nowMs += 1000)
    const { exitCode, output } = await (await setUp({ broken })).run([], { isTerminal: true, now })
    expect(exitCode).toBe(1)
    expect(output()).toContain('page 2/3 · sent 99 · skipped 0 · failed 1 · 50.0 shops/s · ETA 1 s')
    expect(output()).toContain('Pages complete:    yes\nImport successful: no\n')
    expect(output()).toMatch(/shop-7\.myshopify\.com +shop_read +502/)
    expect(output()).toContain('--retry-failed')
  })

  it('shows JSON lines on a terminal too, when told to', async () => {
    const { lines } = await (await setUp({ count: 1 })).run(['--json'], { isTerminal: true })
    expect(lines()).toHaveLength(2)
  })

  it('repeats the pages with failures, and counts them once', async () => {
    const { run, requests, broken } = await setUp({ broken: new Set(['shop-60.myshopify.com']) })
    expect((await run()).exitCode).toBe(1)
    broken.clear()
    requests.splice(0)
    const { exitCode, lines } = await run(['--retry-failed'])
    expect(exitCode).toBe(0)
    expect(requests.map(({ url }) => url)).toEqual([`${url}?offset=50&shops=shop-60.myshopify.com`])
    expect(lines().at(-1)).toMatchObject({
      importSuccessful: true,
      totals: { processed: 120, sent: 120, failed: 0 },
    })
  })

  it('keeps the sums right where only some of the repeated shops succeed [4.4-6]', async () => {
    const names = ['shop-60.myshopify.com', 'shop-61.myshopify.com']
    const { run, broken, client } = await setUp({ broken: new Set(names) })
    await run()
    broken.delete('shop-60.myshopify.com')
    const { exitCode, lines } = await run(['--retry-failed'])
    expect(exitCode).toBe(1)
    expect(lines().at(-1)).toMatchObject({
      totals: { processed: 120, sent: 119, skipped: 0, failed: 1 },
      failures: [{ domain: 'shop-61.myshopify.com', stage: 'shop_read', status: 502 }],
    })
    expect(client.sent).toHaveLength(119)
  })

  it('takes a whole page from a route that does not know of single shops', async () => {
    const failures = [{ domain: 'shop-1.myshopify.com', stage: 'identify', status: 503 }]
    const pages = [
      { ...emptyPage, processed: 3, sent: 2, failed: 1, failures },
      { ...emptyPage, processed: 3, sent: 3 },
    ]
    const { run } = await setUp({ fetch: async () => Response.json(pages.shift()) })
    expect((await run()).exitCode).toBe(1)
    const { lines } = await run(['--retry-failed'])
    expect(lines().at(-1)).toMatchObject({ totals: { processed: 3, sent: 3, failed: 0 } })
  })

  it('repeats at once the shops that a page had no time for, until there is none [D40]', async () => {
    useFakeClock()
    const slow = Array.from({ length: 50 }, (_, index) => `shop-${index}.myshopify.com`)
    const { run, requests, client } = await setUp({ count: 60, slow: new Set(slow.slice(0, 35)) })
    const { exitCode, lines } = await runToEnd(run())
    expect(exitCode).toBe(1)
    const [first, second, third] = requests.map(({ url }) => new URL(url).searchParams)
    expect(requests).toHaveLength(3)
    expect(first?.get('shops')).toBeNull()
    // Twice ten shops were begun; a third time they would not have had their 10 s.
    expect(second?.get('shops')?.split(',')).toEqual(slow.slice(20))
    expect(third?.get('offset')).toBe('50')
    expect(client.sent).toHaveLength(25)
    expect(lines().at(-1)).toMatchObject({ totals: { processed: 60, sent: 25, failed: 35 } })
  })

  it('goes on where a page began no shop at all [D40]', async () => {
    const failures = [{ domain: 'shop-1.myshopify.com', stage: 'shop_read', status: null }]
    const late = { ...emptyPage, processed: 1, failed: 1, failures }
    const headers = { 'X-Affiliate-Backfill-Not-Begun': '1' }
    const { run, requests } = await setUp({ fetch: async () => Response.json(late, { headers }) })
    expect((await run()).exitCode).toBe(1)
    expect(requests).toHaveLength(1)
  })

  it('ends with 3 at Ctrl-C, keeps what it has, and goes on from there', async () => {
    const { run, route, requests } = await setUp()
    let stop = () => {}
    const interrupted = await createCommandIo()
    const fetch: Fetch = async (input, init) => {
      const response = await route(new Request(input, init))
      if (String(input).endsWith('=50')) stop()
      return response
    }
    stop = interrupted.interrupt
    const first = await run([], { fetch, interrupted: interrupted.io.interrupted })
    expect(first.exitCode).toBe(3)
    expect(first.lines().at(-1)).toMatchObject({
      pagesComplete: false,
      next: expect.stringContaining('--resume'),
    })
    const second = await run(['--resume'])
    expect(second.exitCode).toBe(0)
    expect(requests.map(({ url }) => url)).toEqual([`${url}?offset=100`])
    expect(second.lines().at(-1)).toMatchObject({ totals: { processed: 120 } })
  })

  it('goes on after an interruption in the middle of a request or a wait', async () => {
    for (const during of ['request', 'wait']) {
      const command = await createCommandIo()
      const abort = (signal: AbortSignal | null | undefined) => {
        command.interrupt()
        return Promise.reject(signal?.reason)
      }
      const fetch: Fetch = (_, init) =>
        during === 'request' ? abort(init?.signal) : Promise.reject(new TypeError())
      const wait = (_: number, signal: AbortSignal) => abort(signal)
      const { run } = await setUp()
      const { exitCode } = await run([], { fetch, wait, interrupted: command.io.interrupted })
      expect(exitCode).toBe(3)
    }
  })

  it('sends nothing in a dry run, and keeps it apart from a real one', async () => {
    const { run, client, folder } = await setUp()
    const { exitCode, lines } = await run(['--dry-run'])
    expect(exitCode).toBe(0)
    expect(lines().at(-1)).toMatchObject({
      importSuccessful: false,
      next: expect.stringContaining('Dry run'),
    })
    expect(client.sent).toEqual([])
    expect(await readdir(folder)).toEqual(['.affiliate-backfill.dry-run.json'])
  })

  it('ends with 4 when the route rejects the key [4.4-4]', async () => {
    const { run } = await setUp()
    const { exitCode, lines } = await run([], { env: { AFFILIATE_WORKSPACE_API_KEY: 'another-key' } })
    expect(exitCode).toBe(4)
    expect(lines()).toMatchObject([{ type: 'report', pagesComplete: false }])
    // No page got a response, and so there is nothing that could be resumed.
    expect(lines()[0].next).not.toContain('--resume')
    expect((await run()).exitCode).toBe(0)
  })

  it('ends with 4 after a page where every shop is rejected, instead of going on [D40]', async () => {
    const failures = Array.from({ length: 50 }, (_, index) => ({
      domain: `shop-${index}.myshopify.com`,
      stage: 'identify',
      status: 401,
    }))
    const page = {
      processed: 50,
      offset: 0,
      sent: 0,
      skipped: 0,
      failed: 50,
      failures,
      nextOffset: 50,
      next: 'Why.',
    }
    const { run, requests } = await setUp({ fetch: async () => Response.json(page) })
    const { exitCode, lines } = await run()
    expect(exitCode).toBe(4)
    expect(requests).toHaveLength(1)
    expect(lines().at(-1).next).toBe('Why. Repeat the command with --retry-failed to continue.')
  })

  it('waits for the whole quota after a page that ran into it, at most three times in a row [D40]', async () => {
    const failures = [{ domain: 'shop-1.myshopify.com', stage: 'identify', status: 429 }]
    const throttled = { ...emptyPage, processed: 2, sent: 1, failed: 1, failures }
    const drive = async (throttledPages: number) => {
      const pages = [...Array.from({ length: throttledPages }, () => throttled), emptyPage]
      const { run, requests } = await setUp({ fetch: async () => Response.json(pages.shift()) })
      const { exitCode, waits } = await run()
      return { exitCode, waits, requests: requests.length }
    }
    const minutes = (count: number) => Array.from({ length: count }, () => 60_000)
    expect(await drive(3)).toEqual({ exitCode: 0, waits: minutes(3), requests: 4 })
    expect(await drive(4)).toEqual({ exitCode: 1, waits: minutes(3), requests: 4 })
  })

  it('asks again where the route is out of reach, and ends with 5 when it stays so', async () => {
    const { run, requests } = await setUp({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
    const { exitCode, waits, lines } = await run()
    expect(exitCode).toBe(5)
    expect(requests).toHaveLength(4)
    expect(waits).toEqual([1000, 4000, 10_000])
    expect(lines().at(-1).next).toBe(
      'The route is unreachable (no response). Repeat the command to continue.',
    )
  })

  it('says what a route rejects, asks once, and ends with 4 [D67]', async () => {
    const reject = async () => Response.json({ code: 'ledger_not_given' }, { status: 400 })
    const { run, requests } = await setUp({ fetch: reject })
    const { exitCode, lines } = await run()
    expect(exitCode).toBe(4)
    expect(requests).toHaveLength(1)
    expect(lines().at(-1).next).toBe(
      'The route rejected the run with status 400, ledger_not_given. ' +
        'Pass backfillRoute the ledger of identifyOnInstall. Repeat the command to continue.',
    )
  })

  it('waits as long as a 429 or a 503 of the app asks for', async () => {
    const responses = [429, 503]
    const domains = ['shop-1.myshopify.com']
    const page = {
      processed: 1,
      offset: 0,
      sent: 1,
      skipped: 0,
      failed: 0,
      failures: [],
      nextOffset: null,
      next: '',
    }
    const fetch = async () => {
      const status = responses.shift()
      return status === undefined
        ? Response.json(page)
        : new Response(null, { status, headers: { 'Retry-After': '7' } })
    }
    const { exitCode, waits } = await (await setUp({ fetch })).run()
    expect(domains).toHaveLength(1)
    expect(exitCode).toBe(0)
    expect(waits).toEqual([7000, 7000])
  })

  it.each([
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example' } }),
    ],
    ['a page of HTML', () => new Response('<html>')],
    ['another offset', () => Response.json({ ...emptyPage, offset: 50 })],
    ['counts that do not add up', () => Response.json({ ...emptyPage, processed: 1 })],
    ['more failures than it lists', () => Response.json({ ...emptyPage, processed: 1, failed: 1 })],
    ['a next page that is none', () => Response.json({ ...emptyPage, nextOffset: 10 })],
    [
      'an unknown stage',
      () =>
        Response.json({
          ...emptyPage,
          processed: 1,
          failed: 1,
          failures: [{ domain: 'a', stage: 'x', status: null }],
        }),
    ],
    ['a route that is not there', () => new Response(null, { status: 404 })],
  ])('ends with 5 at %s, without asking again', async (_, response) => {
    const { run, requests } = await setUp({ fetch: async () => response() })
    expect((await run()).exitCode).toBe(5)
    expect(requests).toHaveLength(1)
  })

  it('tells why a route is not ready, without anything else that it says', async () => {
    const response = () => Response.json({ code: 'app_id_missing', key: apiKey }, { status: 500 })
    const { lines } = await (await setUp({ fetch: async () => response() })).run()
    expect(lines()[0].next).toContain('(status 500, app_id_missing)')
    expect(lines()[0].next).not.toContain(apiKey)
  })

  it('follows no redirect, which would take the key elsewhere', async () => {
    const { run, requests } = await setUp({ count: 1 })
    await run()
    expect(requests[0]?.redirect).toBe('manual')
  })
})

const emptyPage = {
  processed: 0,
  offset: 0,
  sent: 0,
  skipped: 0,
  failed: 0,
  failures: [],
  nextOffset: null,
  next: '',
}

describe('backfill run called wrongly', () => {
  it.each([
    ['a key in the query string', ['--url', `${url}?key=${apiKey}`]],
    ['credentials in the address', ['--url', `https://user:${apiKey}@my-app.example`]],
    ['plain http to another machine', ['--url', 'http://my-app.example/backfill']],
    ['no URL', ['--url', 'my-app.example']],
    ['a page timeout of 0', ['--page-timeout', '0']],
    ['a page timeout that is no number', ['--page-timeout', 'soon']],
    ['nothing to resume', ['--resume']],
    ['nothing to repeat', ['--retry-failed']],
    ['an unknown option', ['--fast']],
    ['a key in an option', [`--key=${apiKey}`]],
    ['a key as a word of its own', ['--key', apiKey]],
  ])('ends with 2 at %s, and repeats no key', async (_, words) => {
    const { run, requests } = await setUp()
    const { exitCode, errors } = await run(words)
    expect(exitCode).toBe(2)
    expect(errors()).not.toBe('')
    expect(errors()).not.toContain(apiKey)
    expect(requests).toEqual([])
  })

  it('ends with 2 without a key', async () => {
    const { exitCode, errors } = await (await setUp()).run([], { env: {} })
    expect(exitCode).toBe(2)
    expect(errors()).toContain('AFFILIATE_WORKSPACE_API_KEY')
  })

  it('takes the key from another variable', async () => {
    expect((await (await setUp()).run(['--key-env', 'MY_KEY'], { env: { MY_KEY: apiKey } })).exitCode).toBe(0)
  })

  it('throws no unfinished run away, and starts over after a finished one', async () => {
    const { run, folder } = await setUp()
    await run([], { fetch: () => Promise.resolve(Response.json({ ...emptyPage, nextOffset: 50 })) })
    const state = await readFile(join(folder, stateFile), 'utf8')
    expect((await run()).exitCode).toBe(2)
    expect(await readFile(join(folder, stateFile), 'utf8')).toBe(state)
    expect((await run(['--resume'])).exitCode).toBe(0)
    expect((await run()).exitCode).toBe(0)
  })

  it('mixes no two routes in one state', async () => {
    const { run } = await setUp()
    await run()
    const other = await run(['--resume', '--url', 'https://other.example/backfill'])
    expect(other.exitCode).toBe(2)
    expect(other.errors()).toContain('another route')
    expect((await run(['--resume', '--dry-run', '--state', stateFile])).exitCode).toBe(2)
  })

  it.each(['', '{', '[]', '{"version":2}', '{"version":1,"url":"x","isDryRun":false,"pages":{"0":{}}}'])(
    'ends with 2 at a file that is no state: %s',
    async (text) => {
      const { run, folder } = await setUp()
      await writeFile(join(folder, stateFile), text)
      expect((await run(['--resume'])).exitCode).toBe(2)
    },
  )
})

it('ends with 2 where the state cannot be written', async () => {
  const { exitCode, errors } = await (await setUp()).run(['--state', 'no-such-folder/state.json'])
  expect(exitCode).toBe(2)
  expect(errors()).toMatch(/no-such-folder.state\.json cannot be written\.\n$/)
})

it('writes no key, token or phone into state, output or errors', async () => {
  const { run, readState } = await setUp({ broken: new Set(['shop-1.myshopify.com']) })
  const { output, errors } = await run()
  const written = output() + errors() + (await readState())
  for (const secret of [apiKey, accessToken, '555 0100']) expect(written).not.toContain(secret)
})
