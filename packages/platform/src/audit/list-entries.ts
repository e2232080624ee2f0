import { directCauses } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** What can be done to a record. */
export const auditActions = ['create', 'change', 'delete'] as const

/** The kinds of records whose changes are known. */
export const auditSubjects = [
  ...[
    'workspace',
    'app',
    'api_key',
    'setup_code',
    'account',
    'account_role',
    'sign_in_link',
    'passkey',
    'address_change',
    'program',
    'group',
    'membership',
    'application',
    'material',
  ],
  ...['membership_state', 'membership_person', 'member_view', 'terms_version', 'link', 'referral'],
  ...['referral_evidence', 'referral_void'],
  ...['evidence', 'attribution_decision', 'analytics_import', 'analytics_import_undo', 'history_import'],
  'history_import_undo',
  ...['referral_contract', 'contract_proposal', 'proposal_review', 'sale_source', 'import_run'],
  ...['refund_link', 'sale_move', 'payout', 'payout_run', 'payout_exclusion', 'payee'],
  ...['payment_report', 'retraction', 'payment_return', 'confirmation', 'confirmation_retraction'],
  ...['dispute', 'dispute_closing', 'payout_void'],
  ...directCauses,
  ...['erasure', 'anchoring_repair', 'told_past', 'webhook_endpoint', 'download'],
] as const

/** One thing that was done, and who did it (D65). */
export interface AuditEntry {
  readonly id: string
  readonly recordedAt: Date
  /** `system`, `key:<id>`, `operator:<name>` or `member:<id>`. */
  readonly actor: string
  readonly action: (typeof auditActions)[number]
  readonly subject: (typeof auditSubjects)[number]
  readonly subjectId: string
  /** For a change, each column with its value before and after; else null. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null
}

/** Which entries: of one workspace, and only those to which everything applies that is given. */
export interface AuditFilter {
  readonly workspaceId: string
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly subjectId?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
}

const listStatement: Statement = {
  // Planned each time: a plan for any filters at all reads and sorts the whole audit.
  name: '',
  text: `
    select
      id, recorded_at as "recordedAt", actor, action, subject, subject_id as "subjectId", changes
    from audit_entries
    where workspace_id = $1
      and ($2::text is null or actor = $2)
      and ($3::text is null or action = $3)
      and ($4::text is null or subject = $4)
      and ($5::uuid is null or subject_id = $5)
      and ($6::timestamptz is null or recorded_at >= $6)
      and ($7::timestamptz is null or recorded_at < $7)
      and (
        $8::timestamptz is null
        -- The first is a range of each index. What ends a record has its id, and may be of one transaction with it.
        or (recorded_at, id) <= ($8, $9::uuid) and (recorded_at, id, subject) < ($8, $9, $10::text)
      )
    order by recorded_at desc, id desc, subject desc
    limit $11`,
}

/** Which part of the list: the entries after one of them. */
export interface AuditPage {
  readonly after: (Pick<AuditEntry, 'recordedAt' | 'id'> & { readonly subject: string }) | undefined
  readonly limit: number
}

/** Lists what was done in a workspace, newest first. */
export async function listAuditEntries(
  database: Queryable,
  filter: AuditFilter,
  { after, limit }: AuditPage,
): Promise<readonly AuditEntry[]> {
  const { workspaceId, actor, action, subject, subjectId, from, to } = filter
  const values = [
    ...[workspaceId, actor, action, subject, subjectId],
    ...[from, to, after?.recordedAt, after?.id, after?.subject, limit],
  ]
  return await database.query<AuditEntry>(
    listStatement,
    values.map((value) => value ?? null),
  )
}
