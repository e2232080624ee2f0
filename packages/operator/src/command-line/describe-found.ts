import type { FoundRecord } from '@affiliate-platform/platform/workspaces'
import { shortenId } from './table.ts'

/** Says in a few words which record of its kind it is: its name, what it belongs to, or its time. */
export function describeFound({ kind, name, of, detail }: FoundRecord): string {
  if (of !== null) return `${of.kind} ${shortenId(of.id)}`
  if (kind === 'terms version') return `effective at ${detail}`
  if (kind === 'payout run') return `as of ${detail}`
  return detail === null ? `${name}` : `${name}: ${detail}`
}
