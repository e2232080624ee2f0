import { limits } from '@affiliate-platform/contract'
import { isStatus, toRecord } from '../../lib/fault.ts'
import { type PageFacts, sumUpCounts } from '../../lib/pages/build-page.ts'
import type { RunKind } from './run-kind.ts'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * Parses the response for a page (interface 4.4 rule 5), and takes nothing that contradicts itself: a wrong
 * counter would make a report claim what did not happen.
 */
export function parsePage(value: unknown, kind: RunKind): PageFacts | undefined {
  const page = toRecord(value)
  const { processed, offset, failed, nextOffset, next } = page
  const failures = parseFailures(page['failures'], kind)
  const counts = parseCounts(page, kind)
  if (!isCount(offset) || failures === undefined || counts === undefined) return undefined
  if (processed !== sumUpCounts(counts) + failures.length || failed !== failures.length) return undefined
  if (nextOffset !== null && nextOffset !== offset + limits.backfillPageShops) return undefined
  return { offset, nextOffset, counts, failures, next: typeof next === 'string' ? next : '' }
}

function parseCounts(
  page: Readonly<Record<string, unknown>>,
  { counts }: RunKind,
): PageFacts['counts'] | undefined {
  const entries = Object.keys(counts).flatMap((name): readonly (readonly [string, number])[] => {
    const count = page[name]
    return isCount(count) ? [[name, count]] : []
  })
  return entries.length === Object.keys(counts).length ? Object.fromEntries(entries) : undefined
}

function parseFailures(value: unknown, { stages }: RunKind): PageFacts['failures'] | undefined {
  if (!Array.isArray(value)) return undefined
  const failures = value.flatMap((entry): PageFacts['failures'] => {
    const { domain, stage, status } = toRecord(entry)
    if (typeof domain !== 'string' || typeof stage !== 'string' || !stages.includes(stage)) return []
    return status === null || isStatus(status) ? [{ domain, stage, status }] : []
  })
  return failures.length === value.length ? failures : undefined
}
