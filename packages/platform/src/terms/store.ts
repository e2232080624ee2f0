import type { MembershipScope, TermsVersionRecord } from '@affiliate-platform/contract/server'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { timeSql, toTimeValue } from '../database/statements/time.ts'
import { tellTermsByMail } from '../outbox/tell-by-mail.ts'
import type { TermsTarget } from './targets.ts'

/** A test's time, where there is one. */
interface Timed {
  readonly nowMs: number | undefined
}

/** Whose terms a version is. */
interface TargetScope extends Pick<MembershipScope, 'workspaceId' | 'appId'> {
  readonly kind: TermsTarget['kind']
}

const lockMembershipStatement: Statement = {
  name: 'terms_lock_membership',
  text: `
    select program_id, ${timeSql(4)} as now
    from memberships
    where workspace_id = $1 and app_id = $2 and id = $3
    -- Writers of one membership take turns: each sees what the one before it has committed.
    for no key update`,
}

const findApplyingStatement: Statement = {
  name: 'terms_find_applying',
  text: `
    select id
    from terms_versions
    where workspace_id = $1 and target_id = $2 and effective_at <= greatest($3::timestamptz, ${timeSql(4)})
    order by effective_at desc, id desc
    limit 1`,
}

const insertStatement: Statement = {
  name: 'terms_insert_version',
  text: `
    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, supersedes, created_by,
       operator, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
}

/**
 * Finds a membership of the caller's own app and locks its terms until the transaction ends.
 *
 * @returns the membership's program and the time at which the transaction began, or `undefined` when there is no such
 * membership for this caller. Of two writes one of which ends before the other begins, the times tell the order.
 */
export async function lockMembershipTerms(
  tx: Queryable,
  { workspaceId, appId, membershipId, nowMs }: MembershipScope & Timed,
): Promise<{ readonly programId: string; readonly nowMs: number } | undefined> {
  const values = [workspaceId, appId, membershipId, toTimeValue(nowMs)]
  const [row] = await tx.query<{ readonly program_id: string; readonly now: Date }>(
    lockMembershipStatement,
    values,
  )
  return row && { programId: row.program_id, nowMs: row.now.getTime() }
}

/** Finds the id of the target's own version that applies at an instant, or now where that is later. */
export async function findApplyingVersion(
  tx: Queryable,
  { workspaceId, targetId, nowMs }: Timed & { readonly workspaceId: string; readonly targetId: string },
  instantMs: number | undefined,
): Promise<string | undefined> {
  const values = [workspaceId, targetId, toTimeValue(instantMs), toTimeValue(nowMs)]
  const [row] = await tx.query<{ readonly id: string }>(findApplyingStatement, values)
  return row?.id
}

/** Adds a version, and has the members told whom it concerns. Nothing that exists is touched: versions and contracts are insert-only (interface 4.1 rule 6). */
export function insertTermsVersion(
  tx: Transaction,
  { workspaceId, appId, kind }: TargetScope,
  version: TermsVersionRecord,
): void {
  tx.write(insertStatement, [
    workspaceId,
    version.id,
    appId,
    version.programId,
    kind,
    version.targetId,
    JSON.stringify(version.rules),
    new Date(version.effectiveAtMs),
    version.supersedes ?? null,
    'keyId' in version.author ? version.author.keyId : null,
    'operator' in version.author ? version.author.operator : null,
    new Date(version.createdAtMs),
  ])
  tellTermsByMail(tx, workspaceId, { id: version.id, kind, targetId: version.targetId })
}
