import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { TermsTarget } from './targets.ts'

/** A saved terms version of a program, a group or a membership, as the history tells it. */
export interface HistoryVersion {
  readonly id: string
  /** `past` has had its time, `applies` is the one in force, `scheduled` begins later. */
  readonly state: 'past' | 'applies' | 'scheduled'
  readonly effectiveAt: Date
  readonly createdAt: Date
  /** The id of the API key that wrote it; null where an operator did. */
  readonly createdBy: string | null
  /** The operator who wrote it, else null. */
  readonly operator: string | null
  readonly supersedes: string | null
  readonly rules: SavedTermsRules
}

/** Whose versions, as seen when, and how many of them at most. */
export interface HistoryQuestion {
  readonly workspaceId: string
  readonly target: TermsTarget
  readonly nowMs: number
  readonly limit: number
}

// D12: the version in force is the greatest (effective_at, id) not after now, whatever the limit leaves out.
const listStatement: Statement = {
  name: 'terms_history',
  text: `
    select
      id,
      case
        when effective_at > $3 then 'scheduled'
        when (effective_at, id) = (
          select effective_at, id
          from terms_versions
          where workspace_id = $1 and target_id = $2 and effective_at <= $3
          order by effective_at desc, id desc
          limit 1
        ) then 'applies'
        else 'past'
      end as state,
      effective_at as "effectiveAt", created_at as "createdAt", created_by as "createdBy", operator,
      supersedes, rules
    from terms_versions
    where workspace_id = $1 and target_id = $2 and target_kind = $5
    order by effective_at desc, id desc
    limit $4`,
}

/** Lists a target's latest terms versions in the order in which they come into force. */
export async function listTermsHistory(
  database: Queryable,
  { workspaceId, target, nowMs, limit }: HistoryQuestion,
): Promise<readonly HistoryVersion[]> {
  const values = [workspaceId, target.id, new Date(nowMs), limit, target.kind]
  const versions = await database.query<HistoryVersion>(listStatement, values)
  return versions.toReversed()
}
