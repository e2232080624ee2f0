import {
  operations,
  firstReceipt as receiptOperation,
  redeemSetupCode as redeemOperation,
} from '@affiliate-platform/contract'
import {
  type Cursors,
  createListHandlers,
  createRecordHandlers,
  type Handlers,
  type RecordSources,
  saveTermsBy,
} from '@affiliate-platform/contract/server'
import {
  listFromReplica,
  type RequestContext,
  recordFromReplica,
} from '@affiliate-platform/platform/database'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { recordSources } from '@affiliate-platform/platform/record-sources'
import { createTermsWriter } from '@affiliate-platform/platform/terms'
import { createMcp } from '../mcp/create-mcp.ts'
import { mcpOperation } from '../mcp/mcp-operation.ts'
import type { CommercePlatform } from '../shopify/commerce-platform.ts'
import { firstReceipt } from './first-receipt.ts'
import { createIdentify } from './identify.ts'
import { redactShop } from './redact-shop.ts'
import { redeemSetupCode } from './redeem-setup-code.ts'
import { reportEvidence, reportInstallEvent } from './report-install.ts'

/** What the operations need beside the database. */
export interface HandlerOptions {
  readonly cursors: Cursors
  readonly platform: CommercePlatform
  /** The host names under which `/mcp` is reached. */
  readonly mcpAllowedHosts: readonly string[]
}

// Without its literal type: it is read by an id that the compiler does not know.
const recordsById: RecordSources<RequestContext> = recordSources

/** What this service serves: the interface, and beside it what only a service has. */
export const servedOperations = {
  ...operations,
  redeemSetupCode: redeemOperation,
  firstReceipt: receiptOperation,
  mcp: mcpOperation,
} as const

/** Creates the handler of every operation. */
export function createHandlers({ cursors, platform, mcpAllowedHosts }: HandlerOptions) {
  // What an affiliate key opens; an assistant's tools are made of the same.
  const ofApps = {
    saveTerms: saveTermsBy(createTermsWriter()),
    ...createRecordHandlers((id) => recordFromReplica(recordsById[id])),
    ...createListHandlers(({ id }) => listFromReplica(listSources[id]), cursors),
  } satisfies Handlers<
    Omit<typeof operations, 'identify' | 'redactShop' | 'reportInstallEvent' | 'reportEvidence'>,
    RequestContext
  >
  return {
    ...ofApps,
    identify: createIdentify(platform),
    redactShop,
    reportInstallEvent,
    reportEvidence,
    redeemSetupCode,
    firstReceipt,
    mcp: createMcp({ handlers: ofApps, cursors }, mcpAllowedHosts),
  } satisfies Handlers<typeof servedOperations, RequestContext>
}
