import type { Database } from '@affiliate-platform/platform/database'
import { deleteOldClicks, deleteOldVisitorSecrets } from '@affiliate-platform/platform/retention'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'

const listing = 'https://apps.shopify.com/demo-app?utm_source=affiliate&utm_campaign='
const path = '/r/demo-app/first'
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

/** Opens a link as a browser at an address. */
const follow = (service: TestService, at = path, headers: Readonly<Record<string, string>> = {}) =>
  service.fetch(at, { headers: { 'user-agent': browser, ...headers } })

async function readClicks({ database, app }: Pick<TestService, 'database' | 'app'>) {
  await app.finish?.()
  const text = `
    select encode(visitor, 'hex') as visitor, referring_host as host, country, sub_id as "subId" from clicks order by id`
  type Row = Readonly<Record<'host' | 'country' | 'subId', string | null>> & { readonly visitor: string }
  return await database.query<Row>({ name: '', text }, [])
}

/** What a proxy in front of the service tells. */
const proxied = { clientAddressHeader: 'x-real-ip', clientCountryHeader: 'cf-ipcountry' }

describeServiceOnEachEngine("a member's link", proxied, (service) => {
  test.each([path, '/r/Demo-App/FIRST', `${path}/`, `${path}?utm_campaign=other`])(
    'leads to the listing with the code of the member: %s [D301]',
    async (at) => {
      const response = await follow(service(), at)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe(`${listing}first`)
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test.each(['/r/demo-app/nobody', '/r/demo-app', '/r/demo-app/', '/r/demo-app/%00', '/r/demo-app/ü'])(
    'of nobody leads to the listing all the same: %s [D301]',
    async (at) => {
      expect((await follow(service(), at)).headers.get('location')).toBe(listing)
    },
  )

  test('of no app is not found, and takes no other method [D301]', async () => {
    expect((await follow(service(), '/r/other-app/first')).status).toBe(404)
    expect((await follow(service(), '/r/')).status).toBe(404)
    const response = await service().fetch(path, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
  })

  test('leads nowhere else, whatever 200 hostile requests ask for [D301]', async () => {
    const hostile = [
      '//evil.example',
      'https://evil.example',
      '..%2f..%2fevil',
      '%0d%0aLocation:%20//evil',
      '{code}',
    ]
    for (let round = 0; round < 40; round += 1) {
      for (const text of hostile) {
        const at = [
          `/r/demo-app/${text}${round}`,
          `${path}?to=${text}`,
          `/r/demo-app/${encodeURIComponent(text)}`,
        ]
        const headers = { 'x-forwarded-host': 'evil.example', 'x-original-url': '//evil.example' }
        const response = await follow(service(), at[round % 3], headers)
        const target = response.headers.get('location')
        expect([`${listing}first`, listing, null]).toContain(target)
        expect([302, 404]).toContain(response.status)
      }
    }
  })

  test('is counted once a click, with no address of the visitor, and not for bots [D301]', async () => {
    const before = (await readClicks(service())).length
    for (const headers of [
      { 'x-real-ip': '203.0.113.7', referer: 'https://blog.example/best-apps?visitor=1' },
      { 'x-real-ip': '203.0.113.7' },
      { 'x-real-ip': '203.0.113.8', referer: 'no address' },
    ]) {
      await follow(service(), path, headers)
    }
    await service().fetch(path)
    await service().fetch(path, { method: 'HEAD', headers: { 'user-agent': browser } })
    await follow(service(), path, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    const clicks = (await readClicks(service())).slice(before)
    expect(clicks.map(({ host }) => host)).toEqual(['blog.example', null, null])
    expect(clicks[0]?.visitor).toBe(clicks[1]?.visitor)
    expect(clicks[0]?.visitor).not.toBe(clicks[2]?.visitor)
    const text = `select string_agg(click::text, ' ') as rows from clicks click`
    const [all] = await service().database.query<{ readonly rows: string }>({ name: '', text }, [])
    expect(all?.rows).not.toContain('203.0.113')
  })

  test.each([
    [{ 'cf-ipcountry': 'de' }, '?sub=spring-mail', { country: 'DE', subId: 'spring-mail' }],
    [{ 'cf-ipcountry': 'XX' }, '?utm_source=x&sub=a.b_c&y', { country: null, subId: 'a.b_c' }],
    [{ 'cf-ipcountry': 'T1' }, '?sub=', { country: null, subId: null }],
    [{ 'cf-ipcountry': 'Germany' }, `?sub=${'x'.repeat(65)}`, { country: null, subId: null }],
    [{ country: 'DE' }, '?submit=1&sub=%3Cscript%3E', { country: null, subId: null }],
  ])(
    'keeps the country and the sub-id of a click, and nothing odd: %j %s [D301]',
    async (headers, query, kept) => {
      const response = await follow(service(), `${path}${query}`, headers as Record<string, string>)
      expect(response.headers.get('location')).toBe(`${listing}first`)
      expect((await readClicks(service())).at(-1)).toMatchObject(kept)
    },
  )

  test('tells visitors apart within a day only: the secret of another day is gone [D301]', async () => {
    const { database } = service()
    await database.query({ name: '', text: `update visitor_secrets set day = day - 1` }, [])
    const known = new Set((await readClicks(service())).map(({ visitor }) => visitor))
    await follow(service(), path, { 'x-real-ip': '203.0.113.7' })
    expect(known).not.toContain((await readClicks(service())).at(-1)?.visitor)
    await deleteOldVisitorSecrets(database)
    const text = `select (now() at time zone 'UTC')::date = day as "isToday" from visitor_secrets`
    expect(await database.query({ name: '', text }, [])).toEqual([{ isToday: true }])
  })

  test('has its clicks for 400 days [D301]', async () => {
    const { database } = service()
    await follow(service())
    const { length } = await readClicks(service())
    const setAge = (days: number) =>
      database.query(
        { name: '', text: `update clicks set occurred_at = now() - interval '${days} days'` },
        [],
      )
    await setAge(399)
    await deleteOldClicks(database)
    expect(await readClicks(service())).toHaveLength(length)
    await setAge(401)
    await deleteOldClicks(database)
    expect(await readClicks(service())).toEqual([])
  })
})

/** A database that fails where a test says so. */
function failing(database: Database, fails: (name: string) => 'before' | 'after' | undefined): Database {
  return {
    ...database,
    query: async (statement, values) => {
      const when = fails(statement.name)
      if (when === 'before') throw new Error('Connection terminated unexpectedly')
      const rows = await database.query(statement, values)
      if (when === 'after') throw new Error('Connection terminated unexpectedly')
      return rows as never
    },
  }
}

describe('while the database fails', () => {
  describeServiceOnEachEngine("a member's link", {}, (service) => {
    test('that was opened before leads on, whatever was guessed since, and its clicks are stored once [D301]', async () => {
      const { database, clock } = service()
      await database.script('delete from clicks')
      let failure: 'before' | 'after' | undefined
      const app = await createApp({
        database: failing(database, (name) => (/^(link|click)_/.test(name) ? failure : undefined)),
        clock: clock.now,
      })
      const open = (at: string) =>
        app.fetch(
          new Request(`http://service.test${at}`, {
            headers: { 'user-agent': browser, 'cf-ipcountry': 'DE' },
          }),
        )
      expect((await open(path)).status).toBe(302)
      const guesses = Array.from({ length: 11_000 }, (_, number) => open(`/r/demo-app/guess-${number}`))
      expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([302]))
      failure = 'before'
      clock.advance(60_000)
      expect((await open(path)).headers.get('location')).toBe(`${listing}first`)
      expect((await open('/r/demo-app/another')).status).toBe(503)
      failure = 'after'
      await app.finish?.()
      failure = undefined
      // What no proxy tells, a client may: it is not believed.
      expect(await readClicks({ database, app })).toMatchObject([{ country: null }, { country: null }])
    })
  })
})
