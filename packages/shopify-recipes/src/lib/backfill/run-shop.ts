import type { Identification } from '@affiliate-platform/sdk'
import { pickContact } from '../contact.ts'
import { runWithin } from '../deadline.ts'
import { toFault, toRecord } from '../fault.ts'
import { identify } from '../identify-port.ts'
import type { PageTime } from '../pages/page-time.ts'
import type { BackfillFailure, BackfillRouteOptions, ReadShop } from './backfill-options.ts'
import { toReadFault } from './read-fault.ts'

/** What became of one shop. */
export type BackfillOutcome = 'sent' | 'skipped' | BackfillFailure

/** What all shops of a page share. */
export interface PageRun {
  readonly options: BackfillRouteOptions
  readonly appId: string
  readonly isDryRun: boolean
  readonly time: PageTime
}

/** Reads and identifies one shop. Never rejects. Undefined: the page has no time left for one of the two. */
export async function runShop(domain: string, page: PageRun): Promise<BackfillOutcome | undefined> {
  const { found, outcome } = await readShop(domain, page)
  if (found === undefined) return outcome
  if (page.isDryRun) return 'sent'
  return identifyShop(domain, found, page)
}

// Apart from each other: what the app has read may have fields of any name, and a token among them.
type ReadOutcome =
  | { readonly found: ReadShop; readonly outcome?: undefined }
  | { readonly found?: undefined; readonly outcome: BackfillOutcome | undefined }

async function readShop(domain: string, page: PageRun): Promise<ReadOutcome> {
  const { readShop, includePhone = false, rejectedRefreshMeansRevoked = false } = page.options
  for (;;) {
    await page.time.pass()
    if (!page.time.hasCall()) return { outcome: undefined }
    try {
      // Interface 4.4 rule 4: 10 s, refresh included, and again for identifying.
      const found = await runWithin(page.time.callMs, (signal) => readShop(domain, { signal, includePhone }))
      return found ? { found } : { outcome: 'skipped' }
    } catch (error) {
      const fault = toReadFault(error, rejectedRefreshMeansRevoked)
      if (fault.kind === 'skipped') return { outcome: 'skipped' }
      if (fault.kind === 'throttled' && page.time.pause(fault.retryAfterMs)) continue
      const status = fault.kind === 'throttled' ? 429 : fault.status
      return { outcome: { domain, stage: 'shop_read', status } }
    }
  }
}

async function identifyShop(
  domain: string,
  found: ReadShop,
  page: PageRun,
): Promise<BackfillOutcome | undefined> {
  for (;;) {
    await page.time.pass()
    if (!page.time.hasCall()) return undefined
    try {
      const identification = toIdentification(domain, found, page)
      await runWithin(page.time.callMs, (signal) => identify(page.options.client, identification, signal))
      return 'sent'
    } catch (error) {
      const { status } = toFault(error)
      // The quota is one for all shops: the page waits, instead of failing the next forty.
      if (status === 429 && page.time.pause(readRetryAfterMs(error))) continue
      return { domain, stage: 'identify', status }
    }
  }
}

function readRetryAfterMs(error: unknown): number {
  const { retryAfterMs } = toRecord(error)
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? retryAfterMs : 0
}

function toIdentification(domain: string, found: ReadShop, page: PageRun): Identification {
  const { appId, options } = page
  const contact = { myshopifyDomain: domain, appId, ...pickContact(found, options.includePhone) }
  return found.accessToken ? { ...contact, accessToken: found.accessToken } : contact
}
