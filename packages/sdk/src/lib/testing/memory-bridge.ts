import type { operations } from '@affiliate-platform/contract'
import { accessDenied, type Handler } from '@affiliate-platform/contract/server'
import type { AttributionResponse } from '../records/attribution.ts'
import { fakeIds } from './build-records.ts'

/** What is remembered of a shop. */
interface MemoryShop {
  readonly isInstalled?: boolean
  /** The first code of a member that was typed there. */
  readonly code?: string
  readonly referralId?: string
}

/** Makes the handlers of what an app reports: a shop that is installed and named a member has a referral. */
export function createMemoryBridge(codes: readonly string[]) {
  const shops = new Map<string, MemoryShop>()
  const known = new Set(codes.map(fold))
  const remember = (domain: string, reported: MemoryShop): MemoryShop => {
    const before = shops.get(domain)
    const code = before?.code ?? reported.code
    const shop = { ...before, ...reported, ...(code !== undefined && { code }) }
    const isReferred = shop.isInstalled === true && code !== undefined
    const next = isReferred ? { referralId: crypto.randomUUID(), ...shop } : shop
    shops.set(domain, next)
    return next
  }
  const reportInstallEvent: Handler<typeof operations.reportInstallEvent, undefined> = async ({ body }) => {
    rejectForeign(body.appId)
    const isInstalled = body.kind === 'installed'
    const shop = remember(body.myshopifyDomain, { isInstalled })
    return {
      value: isInstalled
        ? toResponse(shop)
        : { ...toOutcome('recorded'), referralId: shop.referralId ?? null },
    }
  }
  const reportEvidence: Handler<typeof operations.reportEvidence, undefined> = async ({ body }) => {
    rejectForeign(body.appId)
    const code = fold(body.code)
    if (!known.has(code)) return { value: toOutcome('unattributed', 'unknown_code') }
    return { value: toResponse(remember(body.myshopifyDomain, { code }), code) }
  }
  return { reportInstallEvent, reportEvidence }
}

const toOutcome = (
  outcome: AttributionResponse['outcome'],
  reason: string | null = null,
): AttributionResponse => ({
  outcome,
  reason,
  referralId: null,
})

const fold = (code: string) => code.trim().toLowerCase()

/** @param typed - the code that was typed, where one was */
function toResponse({ code, referralId }: MemoryShop, typed = code): AttributionResponse {
  if (code === undefined) return toOutcome('unattributed', 'no_evidence')
  if (referralId === undefined) return toOutcome('candidate')
  return { ...toOutcome(typed === code ? 'attributed' : 'already_referred'), referralId }
}

function rejectForeign(appId: string): void {
  if (appId !== fakeIds.appId) throw accessDenied()
}
