import { randomUUID } from 'node:crypto'
import {
  type ApiKeyKind,
  apiKeyKinds,
  firstReceipt,
  type Operation,
  operations,
  redeemSetupCode,
} from '@affiliate-platform/contract'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import { reportCode, reportInstall } from '@affiliate-platform/platform/attribution'
import { createLink } from '@affiliate-platform/platform/links'
import {
  pick,
  report,
  runInLanes,
  scale,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import {
  createTestService,
  type TestRequest,
  type TestService,
} from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpOperation } from '../../src/mcp/mcp-operation.ts'

const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
const requests = scale({ quick: 400, soak: 10_000 })

const { reportInstallEvent, reportEvidence } = operations

let service: TestService
let ownCode: string
/** Codes of a sibling app and of another workspace. */
let foreignCodes: readonly string[]
/** Shops that the own app has never had, and that those apps have. */
let foreignShops: readonly string[]
/** Records of other workspaces and of the own one, none of them an app of it. */
let foreignIds: readonly string[]

beforeAll(async () => {
  const engine = enginesAtHand.includes('postgres') ? 'postgres' : 'pglite'
  service = await createTestService({ engine, identifyQuotaRequestsMax: 1_000_000 })
  const { appId, workspaceId, otherAppId, otherWorkspaceAppId } = service.ids
  const [otherWorkspaceId = ''] = await list(
    `select workspace_id from apps where id = '${otherWorkspaceAppId}'`,
  )
  await service.database.script(`
    update apps set slug = 'app-' || id::text, listing_url = 'https://apps.shopify.com/other?ref={code}' where slug is null`)
  ownCode = await makeLink(workspaceId, appId, 'own-code')
  foreignCodes = [
    await makeLink(workspaceId, otherAppId, 'sibling-code'),
    await makeLink(otherWorkspaceId, otherWorkspaceAppId, 'stranger-code'),
  ]
  foreignShops = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const isSibling = index % 2 === 0
      const [workspace, app] = isSibling ? [workspaceId, otherAppId] : [otherWorkspaceId, otherWorkspaceAppId]
      const shopDomain = `of-others-${index}.myshopify.com`
      const told = { workspaceId: workspace, appId: app, shopDomain, actor: 'system' }
      await reportInstall(service.database, { ...told, kind: 'installed', occurredAt: hourAgo })
      await reportCode(service.database, { ...told, code: foreignCodes[isSibling ? 0 : 1] ?? '' })
      return shopDomain
    }),
  )
  const ownIds = Object.values(service.ids).filter((id) => id !== appId && id !== otherAppId)
  foreignIds = [...ownIds, ...(await list(`select id from programs`)), otherWorkspaceAppId]
})

afterAll(() => service.close())

async function list(text: string): Promise<readonly string[]> {
  const rows = await service.database.query<Readonly<Record<string, string>>>({ name: '', text }, [])
  return rows.flatMap((row) => Object.values(row))
}

async function makeLink(workspaceId: string, appId: string, code: string): Promise<string> {
  const [membershipId = ''] = await list(
    `select id from memberships where app_id = '${appId}' order by id limit 1`,
  )
  const made = await createLink(service.database, {
    ...{ workspaceId, membershipId, code, label: null, actor: 'system' },
  })
  expect(made.ok).toBe(true)
  return code
}

const post = (path: string, json: object, key = service.keys.installBridge): Promise<Response> =>
  service.fetch(path, { method: 'POST', key, json })

/** Everything that a client can see of a response, the request id, the referral's and the quota aside. */
async function readResponse(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !/^(?:x-request-id|ratelimit)$/.test(name))
  const text = (await response.text())
    .replace(response.headers.get('x-request-id') ?? '', '')
    .replace(/"referralId":"[^"]+"/, '"referralId":"own"')
  return `${response.status} ${JSON.stringify(headers)} ${text}`
}

test(`${requests} foreign and unknown ids, codes and domains get the same responses [5-3] [D333]`, async () => {
  const random = startRandom()
  const { appId } = service.ids
  const install = { kind: 'installed', occurredAt: hourAgo }
  const strangersBefore = await listStrangers()
  const newShop = () => `nobody-${random.below(1_000_000_000)}.myshopify.com`
  // Whether it is of somebody or of nobody is all that differs within a place.
  const choose = (of: readonly string[], nobody: () => string) =>
    random.below(2) ? pick(random, of) : nobody()
  const shop = () => choose(foreignShops, newShop)
  const code = () => choose(foreignCodes, () => `nobody-${random.below(1_000_000_000)}`)
  const spell = (text: string) => (random.below(2) ? text.toUpperCase() : text)
  const deniedId = () => spell(choose(foreignIds, randomUUID))
  const places: Readonly<Record<string, () => Promise<Response>>> = {
    'an install of an app': () =>
      post(reportInstallEvent.path, { appId: deniedId(), myshopifyDomain: shop(), ...install }),
    'a code of an app': () =>
      post(reportEvidence.path, {
        appId: deniedId(),
        myshopifyDomain: shop(),
        code: random.below(2) ? ownCode : code(),
      }),
    'a code': () => post(reportEvidence.path, { appId, myshopifyDomain: newShop(), code: spell(code()) }),
    'a shop and a code': () => post(reportEvidence.path, { appId, myshopifyDomain: shop(), code: code() }),
    'an install of a shop': () =>
      post(reportInstallEvent.path, { appId, myshopifyDomain: shop(), ...install }),
  }
  const responses = new Map(Object.keys(places).map((place) => [place, new Set<string>()]))
  await runInLanes({ count: requests, lanes: 4 }, async () => {
    const [place, send] = pick(random, Object.entries(places))
    responses.get(place)?.add(await readResponse(await send()))
  })
  const beginnings = [...responses].map(([place, each]) => [place, [...each].map(summarize)])
  expect(Object.fromEntries(beginnings)).toEqual({
    'an install of an app': ['403 access_denied'],
    'a code of an app': ['403 access_denied'],
    'a code': ['200 unknown_code'],
    'a shop and a code': ['200 unknown_code'],
    'an install of a shop': ['200 no_evidence'],
  })
  // A shop that others have is attributed as one that nobody has.
  const attributed = new Set<string>()
  for (const domain of [...foreignShops.slice(0, 20), ...Array.from({ length: 20 }, newShop)]) {
    await post(reportInstallEvent.path, { appId, myshopifyDomain: domain, ...install })
    const typed = { appId, myshopifyDomain: domain, code: ownCode }
    attributed.add(await readResponse(await post(reportEvidence.path, typed)))
  }
  expect([...attributed]).toEqual([expect.stringContaining('"outcome":"attributed"')])
  expect(await listStrangers()).toEqual(strangersBefore)
  report(`${requests} reports with foreign and unknown ids, codes and shops: one response for each place`)
})

const summarize = (response: string): string =>
  `${response.slice(0, 3)} ${/"(?:code|reason)":"([^"]+)"/.exec(response)?.[1]}`

/** How much other apps have of what a report adds. */
const listStrangers = () =>
  list(
    ['install_events', 'evidence', 'referrals']
      .map((table) => `select count(*)::text from ${table} where app_id <> '${service.ids.appId}'`)
      .join(' union all '),
  )

const everyOperation: readonly Operation[] = [
  ...Object.values(operations),
  ...[mcpOperation, redeemSetupCode, firstReceipt],
]

/** A request to the operation that says nothing: keys are looked at before it. */
const toRequest = ({ method, path }: Operation, key: string): readonly [string, TestRequest] => [
  path.replaceAll(/:\w+/g, randomUUID()),
  { method, key, ...(method !== 'GET' && { json: {} }) },
]

test('no key of one kind opens an operation of another, and none tells whether it exists [5-4] [D333]', async () => {
  const { keys } = service
  const known: Readonly<Record<ApiKeyKind, string>> = {
    affiliate: keys.affiliate,
    workspace: keys.workspace,
    mcp: keys.mcp,
    install_bridge: keys.installBridge,
  }
  const opened: string[] = []
  for (const operation of everyOperation) {
    for (const kind of apiKeyKinds) {
      const read = async (key: string) => readResponse(await service.fetch(...toRequest(operation, key)))
      const response = await read(known[kind])
      const isOpen = operation.sources.some((source) => source === kind)
      expect(response.startsWith('401 '), `${kind} at ${operation.id}`).toBe(!isOpen)
      if (isOpen) opened.push(`${kind} ${operation.id}`)
      else expect(response).toBe(await read(newApiKey(kind)))
    }
  }
  expect(opened.filter((each) => each.includes('install_bridge') || each.includes('report'))).toEqual([
    'install_bridge reportInstallEvent',
    'install_bridge reportEvidence',
  ])
})
