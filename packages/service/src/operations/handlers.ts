import { operations } from '@affiliate-platform/contract'
import { type Handlers, listSections } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { createCursors } from '@affiliate-platform/platform/lists'
import { sections } from '@affiliate-platform/platform/sections'
import type { CommercePlatform } from '../shopify/commerce-platform.ts'
import { createIdentify } from './identify.ts'
import { redactShop, redactShopOperation } from './redact-shop.ts'
import { saveTerms } from './save-terms.ts'

/** What the operations need beside the database. */
export interface HandlerOptions {
  /** Authenticates cursors; the same in every process on one database. */
  readonly cursorSecret: Uint8Array
  readonly platform: CommercePlatform
}

/** What this service serves: the interface, and beside it what only a service has. */
export const servedOperations = { ...operations, redactShop: redactShopOperation } as const

/** Creates the handler of every operation. */
export function createHandlers({ cursorSecret, platform }: HandlerOptions) {
  return {
    saveTerms,
    identify: createIdentify(platform),
    redactShop,
    ...listSections(({ id }) => sections[id], createCursors(cursorSecret)),
  } satisfies Handlers<typeof servedOperations, RequestContext>
}
