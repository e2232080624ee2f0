import { limits } from '@affiliate-platform/contract'
import type { Identification } from '@affiliate-platform/sdk'
import { pickContact } from '../contact.ts'
import { runWithin } from '../deadline.ts'
import { toFault, toRecord } from '../fault.ts'
import { identify } from '../identify-port.ts'
import type { BackfillFailure, BackfillRouteOptions, ReadShop } from './backfill-options.ts'
import type { Pause } from './pause.ts'
import { toReadFault } from './read-fault.ts'

/** What became of one shop. */
export type ShopOutcome = 'sent' | 'skipped' | BackfillFailure

/** What all shops of a page share. */
export interface PageRun {
  readonly options: BackfillRouteOptions
  readonly appId: string
  readonly isDryRun: boolean
  readonly pause: Pause
}

// Interface 4.4 rule 4: for reading a shop, refresh included, and again for identifying it.
const timeoutMs = limits.backfillCallTimeoutMs

/** Reads and identifies one shop. Never rejects. */
export async function runShop(domain: string, page: PageRun): Promise<ShopOutcome> {
  const found = await readShop(domain, page)
  if (found === 'skipped' || 'stage' in found) return found
  if (page.isDryRun) return 'sent'
  return identifyShop(domain, toIdentification(domain, found, page), page)
}

async function readShop(domain: string, page: PageRun): Promise<ReadShop | Exclude<ShopOutcome, 'sent'>> {
  const { readShop, includePhone = false, refusedRefreshMeansRevoked = false } = page.options
  for (;;) {
    await page.pause.pass()
    try {
      const read = await runWithin(timeoutMs, (signal) => readShop(domain, { signal, includePhone }))
      return read ?? 'skipped'
    } catch (error) {
      const fault = toReadFault(error, refusedRefreshMeansRevoked)
      if (fault.kind === 'skipped') return 'skipped'
      if (fault.kind === 'failed') return { domain, stage: 'shop_read', status: fault.status }
      if (!page.pause.ask(fault.retryAfterMs)) return { domain, stage: 'shop_read', status: 429 }
    }
  }
}

async function identifyShop(
  domain: string,
  identification: Identification,
  page: PageRun,
): Promise<ShopOutcome> {
  for (;;) {
    await page.pause.pass()
    try {
      await runWithin(timeoutMs, (signal) => identify(page.options.client, identification, signal))
      return 'sent'
    } catch (error) {
      const { status } = toFault(error)
      // The quota is one for all shops: the page waits, instead of failing the next forty.
      if (status === 429 && page.pause.ask(readRetryAfterMs(error))) continue
      return { domain, stage: 'identify', status }
    }
  }
}

function readRetryAfterMs(error: unknown): number {
  const { retryAfterMs } = toRecord(error)
  return typeof retryAfterMs === 'number' ? retryAfterMs : 0
}

function toIdentification(domain: string, found: ReadShop, page: PageRun): Identification {
  const { appId, options } = page
  const contact = { myshopifyDomain: domain, appId, ...pickContact(found, options.includePhone) }
  return found.accessToken ? { ...contact, accessToken: found.accessToken } : contact
}
