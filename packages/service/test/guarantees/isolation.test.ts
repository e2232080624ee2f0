import { randomUUID } from 'node:crypto'
import { listOperations, recordOperations } from '@affiliate-platform/contract'
import type { Database } from '@affiliate-platform/platform/database'
import {
  pick,
  report,
  runInLanes,
  scale,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import {
  createTestService,
  type TestRequest,
  type TestService,
} from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const walkers = scale({ quick: 400, soak: 50_000 })
const rowsMin = scale({ quick: 400, soak: 100_000 })

const tables = {
  app: 'apps',
  program: 'programs',
  group: 'groups',
  membership: 'memberships',
  payout: 'payouts',
  referral: 'referrals',
  commission: 'commissions',
  version: 'terms_versions',
  key: 'api_keys',
} as const

type Ids = Readonly<Record<string, string>>

let service: TestService
/** Records of the caller's own app, of a sibling app, of another workspace, and of nobody. */
let own: Ids
let strangers: readonly Ids[]

beforeAll(async () => {
  const engine = enginesAtHand.includes('postgres') ? 'postgres' : 'pglite'
  service = await createTestService({ engine, affiliateQuotaRequestsMax: 1_000_000 })
  const { appId, otherAppId, otherWorkspaceAppId } = service.ids
  own = await findIds(service.database, appId)
  const unknown = Object.fromEntries(Object.keys(tables).map((kind) => [kind, randomUUID()]))
  strangers = [
    await findIds(service.database, otherAppId),
    await findIds(service.database, otherWorkspaceAppId),
    unknown,
  ]
})

afterAll(() => service.close())

/** One record of each kind of an app; where the demo has none, an id of nobody. */
async function findIds(database: Database, appId: string): Promise<Ids> {
  const entries = Object.entries(tables).map(async ([kind, table]) => {
    const column = table === 'apps' ? 'id' : 'app_id'
    const text = `select id from ${table} where ${column} = $1 order by id limit 1`
    const [row] = await database.query<{ id: string }>({ name: `test_id_of_${table}`, text }, [appId])
    return [kind, row?.id ?? randomUUID()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** One place of an operation that takes a record id. */
interface Place {
  readonly name: string
  /** The kind of record that belongs there. */
  readonly kind: string
  /** Whether the whole workspace is the caller's own, its other apps included. */
  readonly isWorkspaceWide?: boolean
  send(id: string): readonly [string, TestRequest]
}

const idFilters = [
  ['appId', 'app'],
  ['programId', 'program'],
  ['groupId', 'group'],
  ['membershipId', 'membership'],
] as const

/** Every place of every operation that takes a record id. */
function listPlaces(): readonly Place[] {
  const { affiliate, workspace } = service.keys
  const write = { method: 'PATCH', key: affiliate, json: { rules: buildRules() } }
  const identify = (id: string, source: object): readonly [string, TestRequest] => {
    const json = { myshopifyDomain: 'some-shop.myshopify.com', appId: id, ...source }
    return ['/api/identify', { method: 'POST', key: workspace, json }]
  }
  return [
    { name: 'saveTerms', kind: 'membership', send: (id) => [termsPath(id), write] },
    {
      name: 'saveTerms with an Idempotency-Key',
      kind: 'membership',
      send: (id) => [termsPath(id), { ...write, headers: { 'Idempotency-Key': 'k' } }],
    },
    ...listOperations.flatMap(({ id: list, path, filters: own }) =>
      idFilters
        .filter(([filter]) => own.some((name) => name === filter))
        .map(
          ([filter, kind]): Place => ({
            name: `${list} by ${filter}`,
            kind,
            send: (id) => [`${path}?${filter}=${id}`, { key: affiliate }],
          }),
        ),
    ),
    ...recordOperations.map(({ id: name, record: kind, path, query }): Place => {
      const search = 'unit' in query.shape ? '?unit=1' : ''
      return { name, kind, send: (id) => [`${path.replace(':id', id)}${search}`, { key: affiliate }] }
    }),
    {
      name: 'identify',
      kind: 'app',
      isWorkspaceWide: true,
      send: (id) => identify(id, { country: 'Norway' }),
    },
    {
      name: 'identify with a token',
      kind: 'app',
      isWorkspaceWide: true,
      send: (id) => identify(id, { accessToken: 'shpat_x' }),
    },
  ]
}

/** Everything that a client can see of a response, the request id and the time aside. */
async function readResponse(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !/^(?:x-request-id|ratelimit)$/.test(name))
  const requestId = response.headers.get('x-request-id') ?? ''
  return `${response.status} ${JSON.stringify(headers)} ${(await response.text()).replace(requestId, '')}`
}

test('no operation tells a foreign app, a foreign workspace and an unknown id apart [5-3] [D5] [D20] [D21]', async () => {
  const before = await countEverything()
  let sent = 0
  for (const { name, isWorkspaceWide, send } of listPlaces()) {
    const responses = new Set<string>()
    const ids = strangers.flatMap((each) => Object.values(each))
    for (const id of ids.filter((each) => !(isWorkspaceWide && each === service.ids.otherAppId))) {
      for (const spelling of [id, id.toUpperCase()]) {
        responses.add(await readResponse(await service.fetch(...send(spelling))))
        sent += 1
      }
    }
    expect([...responses], name).toHaveLength(1)
    expect([...responses][0], name).toMatch(/^403 .*"code":"access_denied"/)
  }
  expect(await countEverything()).toEqual(before)
  report(`${sent} requests with foreign and unknown ids: one response for each place, nothing written`)
})

/** The commission behind a payout by hand has the payout's id. */
const shareIds = new Set(['payout commission', 'commission payout'])

test('no operation takes a record of the own app for one of another kind [5-3]', async () => {
  for (const { name, kind: right, send } of listPlaces()) {
    const others = Object.entries(own).filter(([kind]) => kind !== right && !shareIds.has(`${kind} ${right}`))
    for (const [kind, id] of others) {
      const { status } = await service.fetch(...send(id))
      expect(status, `${name} with the id of a ${kind}`).toBe(403)
    }
  }
})

test(`no list of three tenants' keys ever holds a row of another app, in ${walkers} requests [1-scope] [5-3]`, async () => {
  const random = startRandom()
  const { keys, ids } = service
  const tenants = [
    { key: keys.affiliate, appId: ids.appId },
    { key: keys.affiliateOtherApp, appId: ids.otherAppId },
    { key: keys.affiliateOtherWorkspace, appId: ids.otherWorkspaceAppId },
  ]
  const everybody = [own, ...strangers].flatMap((each) => Object.values(each))
  let cursors: readonly string[] = []
  let rows = 0
  await runInLanes({ count: walkers, lanes: 4 }, async () => {
    // Time goes on, or the quota's window would hold every request of the test.
    service.clock.advance(1000)
    const { key, appId } = pick(random, tenants)
    const query = new URLSearchParams({ limit: String(1 + random.below(50)) })
    const { path, filters, response: pageSchema } = pick(random, listOperations)
    for (const [name] of idFilters)
      if (filters.some((each) => each === name) && random.below(4) === 0)
        query.set(name, pick(random, everybody))
    if (random.below(3) === 0) query.set('search', pick(random, ['a', 'partners', '%', "'"]))
    if (random.below(3) === 0 && cursors.length > 0) query.set('cursor', pick(random, cursors))
    const response = await service.fetch(`${path}?${query}`, { key })
    if (response.status !== 200) {
      expect([400, 403]).toContain(response.status)
      return
    }
    const { items, nextCursor } = pageSchema.parse(await response.json())
    expect(items.filter((item) => item.appId !== appId)).toEqual([])
    rows += items.length
    if (nextCursor !== null) cursors = [...cursors.slice(-50), nextCursor]
  })
  expect(rows).toBeGreaterThan(rowsMin)
  report(`${walkers} lists by three tenants with each other's ids and cursors: ${rows} rows, none foreign`)
})

async function countEverything(): Promise<readonly number[]> {
  return await Promise.all(
    ['terms_versions', 'idempotency_records', 'contacts', 'uninstall_watches'].map(service.count),
  )
}
