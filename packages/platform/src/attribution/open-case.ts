import type { CaseKind } from '@affiliate-platform/contract'
import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { tell } from '../outbox/tell.ts'

/** What a person is asked about a piece of evidence. */
interface NewCase {
  readonly workspaceId: string
  readonly appId: string
  readonly evidenceId: string
  readonly membershipId: string
  readonly kind: CaseKind
}

const insertStatement: Statement = {
  name: 'attribution_insert_case',
  text: `
    insert into attribution_cases (workspace_id, id, evidence_id, kind)
    values ($1, $2, $3, $4)
    on conflict (workspace_id, evidence_id, kind) do nothing
    returning 1`,
}

/** Opens a case, unless the same was asked before. */
export async function openCase(
  tx: Transaction,
  { workspaceId, appId, evidenceId, membershipId, kind }: NewCase,
): Promise<void> {
  const caseId = newId()
  const [opened] = await tx.query(insertStatement, [workspaceId, caseId, evidenceId, kind])
  if (opened === undefined) return
  tell(tx, workspaceId, [{ topic: 'case.opened', data: { appId, membershipId, caseId, kind } }])
}
