import { limits, operations } from '@affiliate-platform/contract'
import {
  accessDenied,
  authenticateKeys,
  createListHandlers,
  createMemoryCursors,
  createMemoryQuota,
  createRecordHandlers,
  createServer,
  type Handler,
  type Handlers,
  identifyBy,
  saveTermsBy,
} from '@affiliate-platform/contract/server'
import { fakeIds } from './build-records.ts'
import { findFakeCredential } from './fake-keys.ts'
import type { FakeServiceOptions } from './fake-service-options.ts'
import { createMemoryBridge } from './memory-bridge.ts'
import { createMemoryList, type ReadRows } from './memory-list.ts'
import { createMemoryRecord } from './memory-record.ts'
import { createMemoryTerms } from './memory-terms.ts'
import { createMemoryWorld } from './memory-world.ts'

/** Makes a server of the interface over records in memory. Its rules are those of the real service, not copies. */
export function createMemoryServer(options: FakeServiceOptions): ReturnType<typeof createServer> {
  const { quotaRequestsMax: affiliate = limits.quotaRequestsMax, time } = options
  const nowMs = () => time?.nowMs() ?? Date.now()
  const world = createMemoryWorld(options)
  const terms = createMemoryTerms(world['memberships'] ?? [], nowMs)
  const readRows: ReadRows = (name) => {
    const rows = world[name] ?? []
    return name === 'memberships' ? rows.map(terms.apply) : rows
  }
  const handlers = {
    saveTerms: saveTermsBy(terms.write),
    ...createMemoryShops(),
    ...createMemoryBridge(options.codes ?? ['mia']),
    ...createRecordHandlers((id) =>
      createMemoryRecord(operations[id], () => readRows(`${operations[id].record}s`)),
    ),
    ...createListHandlers((list) => createMemoryList(list, readRows), createMemoryCursors()),
  } satisfies Handlers<typeof operations, undefined>
  return createServer<typeof operations, undefined>({
    operations,
    handlers,
    authenticators: [
      authenticateKeys(findFakeCredential, { affiliate, workspace: limits.identifyQuotaRequestsDefault }),
    ],
    quota: createMemoryQuota(nowMs),
    open: () => undefined,
  })
}

/** Identifies shops, and erases them. The commerce platform behind it accepts every token. */
function createMemoryShops() {
  const watchedDomains = new Set<string>()
  const isOwnApp = (appId: string) => appId === fakeIds.appId
  const identify = identifyBy<undefined>(async ({ body: { accessToken, appId, myshopifyDomain } }) => {
    if (appId !== undefined && !isOwnApp(appId)) throw accessDenied()
    const receiptId = crypto.randomUUID()
    if (accessToken === undefined) return { receiptId, contact: 'provided', uninstallWatch: 'not_requested' }
    const uninstallWatch = watchedDomains.has(myshopifyDomain) ? 'already_registered' : 'registered'
    watchedDomains.add(myshopifyDomain)
    return { receiptId, contact: 'read', uninstallWatch }
  }, isOwnApp)
  const redactShop: Handler<typeof operations.redactShop, undefined> = async ({ requestId, body }) => {
    watchedDomains.delete(body.myshopifyDomain)
    return { value: { ok: true, requestId } }
  }
  return { identify, redactShop }
}
