import { limits } from '@affiliate-platform/contract'
import type { BackfillFailure, BackfillPage } from '../../lib/backfill/backfill-options.ts'
import { buildPage } from '../../lib/backfill/build-page.ts'
import { isStatus, toRecord } from '../../lib/fault.ts'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * Parses the answer for a page (interface 4.4 rule 5), and takes nothing that contradicts itself: a wrong
 * counter would make a report claim what did not happen.
 */
export function parsePage(value: unknown): BackfillPage | undefined {
  const page = toRecord(value)
  const { processed, offset, sent, skipped, failed, nextOffset, next } = page
  const failures = parseFailures(page['failures'])
  if (!isCount(processed) || !isCount(offset) || failures === undefined) return undefined
  if (!isCount(sent) || !isCount(skipped) || !isCount(failed)) return undefined
  if (processed !== sent + skipped + failed || failed !== failures.length) return undefined
  if (nextOffset !== null && nextOffset !== offset + limits.backfillPageShops) return undefined
  return buildPage({
    offset,
    nextOffset,
    sent,
    skipped,
    failures,
    next: typeof next === 'string' ? next : '',
  })
}

function parseFailures(value: unknown): readonly BackfillFailure[] | undefined {
  if (!Array.isArray(value)) return undefined
  const failures = value.flatMap((entry): readonly BackfillFailure[] => {
    const { domain, stage, status } = toRecord(entry)
    if (typeof domain !== 'string' || (stage !== 'shop_read' && stage !== 'identify')) return []
    return status === null || isStatus(status) ? [{ domain, stage, status }] : []
  })
  return failures.length === value.length ? failures : undefined
}
