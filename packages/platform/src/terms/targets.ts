import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** What terms are for. */
export interface TermsTarget {
  readonly kind: 'program' | 'group' | 'membership'
  readonly id: string
}

/** A target whose terms nobody else changes until the transaction ends. */
interface LockedTarget {
  readonly appId: string
  readonly programId: string
  /** When the transaction began. */
  readonly nowMs: number
  /** The group and the program whose terms apply where the target has none, the nearest first. */
  readonly inheritsFrom: readonly string[]
}

const lock = (table: string, programId: string, inheritsFrom: string): Statement => ({
  name: `terms_lock_of_${table}`,
  text: `
    select
      app_id as "appId", ${programId} as "programId", ${inheritsFrom} as "inheritsFrom",
      date_trunc('milliseconds', now()) as now
    from ${table}
    where workspace_id = $1 and id = $2
    for no key update`,
})

const lockStatements: Readonly<Record<TermsTarget['kind'], Statement>> = {
  program: lock('programs', 'id', `'{}'::text[]`),
  group: lock('groups', 'program_id', 'array[program_id::text]'),
  membership: lock(
    'memberships',
    'program_id',
    'array_remove(array[group_id::text, program_id::text], null)',
  ),
}

const findRulesStatement: Statement = {
  name: 'terms_find_rules_before',
  text: `
    select rules
    from terms_versions
    where workspace_id = $1 and target_id = any($2::uuid[]) and effective_at <= $3
    order by array_position($2::uuid[], target_id), effective_at desc, id desc
    limit 1`,
}

/** Finds the target of terms and locks its terms until the transaction ends. */
export async function lockTermsTarget(
  tx: Queryable,
  workspaceId: string,
  { kind, id }: TermsTarget,
): Promise<LockedTarget | undefined> {
  const [row] = await tx.query<Omit<LockedTarget, 'nowMs'> & { readonly now: Date }>(lockStatements[kind], [
    workspaceId,
    id,
  ])
  return row && { ...row, nowMs: row.now.getTime() }
}

/** Finds the rules in force at an instant: of the first of the targets that has any (D12, D57). */
export async function findRulesBefore(
  tx: Queryable,
  { workspaceId, targets }: { readonly workspaceId: string; readonly targets: readonly string[] },
  instantMs: number,
): Promise<SavedTermsRules | undefined> {
  const values = [workspaceId, targets, new Date(instantMs)]
  const [version] = await tx.query<{ readonly rules: SavedTermsRules }>(findRulesStatement, values)
  return version?.rules
}
