import { limits, operations } from '@affiliate-platform/contract'
import {
  accessDenied,
  checkBusinessRules,
  createMemoryQuota,
  createServer,
  type Handler,
  type Handlers,
  jsonResponse,
  listSections,
  readDetails,
  saveTermsBy,
} from '@affiliate-platform/contract/server'
import { buildPayout, fakeIds } from './build-records.ts'
import { findFakeCredential } from './fake-keys.ts'
import type { FakeServiceOptions } from './fake-service-options.ts'
import { createMemoryDetail } from './memory-detail.ts'
import { createMemoryCursors, createMemorySection, findMemoryIds, type MemoryRow } from './memory-section.ts'
import { createMemoryTerms } from './memory-terms.ts'

/** Makes a server of the interface over records in memory. Its rules are those of the real service, not copies. */
export function createMemoryServer(options: FakeServiceOptions): ReturnType<typeof createServer> {
  const { memberships = [{ id: fakeIds.membershipId, programId: fakeIds.programId }], time } = options
  const { payouts = [1, 2, 3].map((number) => buildPayout(number)) } = options
  const nowMs = () => time?.nowMs() ?? Date.now()
  const rows: Readonly<Record<string, readonly MemoryRow[]>> = {
    ...options.records,
    payouts: payouts.map(({ payout, ...hidden }) => ({ summary: payout, ...hidden })),
  }
  const ids = findMemoryIds(Object.values(rows).flat(), memberships)
  const handlers = {
    saveTerms: saveTermsBy(createMemoryTerms(memberships, nowMs)),
    identify: createMemoryIdentify(),
    ...readDetails((detail) => createMemoryDetail(detail, rows[`${detail.record}s`] ?? [])),
    ...listSections(({ name }) => createMemorySection(rows[name] ?? [], ids), createMemoryCursors()),
  } satisfies Handlers<typeof operations, undefined>
  return createServer<typeof operations, undefined>({
    operations,
    handlers,
    findCredential: findFakeCredential,
    quota: createMemoryQuota(nowMs),
    quotaRequestsMax: {
      affiliate: options.quotaRequestsMax ?? limits.quotaRequestsMax,
      workspace: limits.identifyQuotaRequestsDefault,
    },
    open: () => undefined,
  })
}

/** Makes the handler that identifies shops. The commerce platform behind it accepts every token. */
function createMemoryIdentify(): Handler<typeof operations.identify, undefined> {
  const watchedDomains = new Set<string>()
  return async ({ body, requestId }) => {
    checkBusinessRules(operations.identify, body, 0)
    const { accessToken, appId, myshopifyDomain } = body
    if (appId !== undefined && appId !== fakeIds.appId) throw accessDenied()
    const hasToken = accessToken !== undefined
    const watch = watchedDomains.has(myshopifyDomain) ? 'already_registered' : 'registered'
    if (hasToken) watchedDomains.add(myshopifyDomain)
    const response = {
      ok: true,
      requestId,
      receiptId: crypto.randomUUID(),
      contact: hasToken ? 'read' : 'provided',
      uninstallWatch: hasToken ? watch : 'not_requested',
    }
    return jsonResponse(JSON.stringify(response))
  }
}
