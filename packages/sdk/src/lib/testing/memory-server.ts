import { limits, operations } from '@affiliate-platform/contract'
import {
  accessDenied,
  createMemoryCursors,
  createMemoryQuota,
  createServer,
  type Handlers,
  identifyBy,
  listSections,
  readDetails,
  saveTermsBy,
} from '@affiliate-platform/contract/server'
import { buildPayout, fakeIds } from './build-records.ts'
import { findFakeCredential } from './fake-keys.ts'
import type { FakeServiceOptions } from './fake-service-options.ts'
import { createMemoryDetail } from './memory-detail.ts'
import { createMemorySection, findMemoryIds, type MemoryRow } from './memory-section.ts'
import { createMemoryTerms } from './memory-terms.ts'

/** Makes a server of the interface over records in memory. Its rules are those of the real service, not copies. */
export function createMemoryServer(options: FakeServiceOptions): ReturnType<typeof createServer> {
  const { memberships = [{ id: fakeIds.membershipId, programId: fakeIds.programId }], time } = options
  const { payouts = [1, 2, 3].map((number) => buildPayout(number)) } = options
  const { quotaRequestsMax: affiliate = limits.quotaRequestsMax } = options
  const nowMs = () => time?.nowMs() ?? Date.now()
  const rows: Readonly<Record<string, readonly MemoryRow[]>> = {
    ...options.records,
    payouts: payouts.map(({ payout, ...hidden }) => ({ summary: payout, ...hidden })),
  }
  const ids = findMemoryIds(Object.values(rows).flat(), memberships)
  const handlers = {
    saveTerms: saveTermsBy(createMemoryTerms(memberships, nowMs)),
    identify: createMemoryIdentify(),
    ...readDetails((id) => createMemoryDetail(operations[id], rows[`${operations[id].record}s`] ?? [])),
    ...listSections(({ name }) => createMemorySection(rows[name] ?? [], ids), createMemoryCursors()),
  } satisfies Handlers<typeof operations, undefined>
  return createServer<typeof operations, undefined>({
    operations,
    handlers,
    findCredential: findFakeCredential,
    quota: createMemoryQuota(nowMs),
    quotaRequestsMax: { affiliate, workspace: limits.identifyQuotaRequestsDefault },
    open: () => undefined,
  })
}

/** Identifies shops. The commerce platform behind it accepts every token. */
function createMemoryIdentify() {
  const watchedDomains = new Set<string>()
  const isOwnApp = (appId: string) => appId === fakeIds.appId
  return identifyBy<undefined>(async ({ body: { accessToken, appId, myshopifyDomain } }) => {
    if (appId !== undefined && !isOwnApp(appId)) throw accessDenied()
    const receiptId = crypto.randomUUID()
    if (accessToken === undefined) return { receiptId, contact: 'provided', uninstallWatch: 'not_requested' }
    const uninstallWatch = watchedDomains.has(myshopifyDomain) ? 'already_registered' : 'registered'
    watchedDomains.add(myshopifyDomain)
    return { receiptId, contact: 'read', uninstallWatch }
  }, isOwnApp)
}
