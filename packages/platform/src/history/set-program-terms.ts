import type { SavedTermsRules } from '@affiliate-platform/contract'
import { decideTermsVersion } from '@affiliate-platform/contract/server'
import type { Statement, Transaction } from '../database/statements/database.ts'
import { newIdAfter } from '../database/statements/new-id.ts'
import { findApplyingVersion, insertTermsVersion } from '../terms/store.ts'
import { lockTermsTarget } from '../terms/targets.ts'
import type { HistoryWork } from './history-work.ts'
import type { HistoryScope } from './store.ts'
import { listTaken, type TakenRow } from './taken-rows.ts'

/** What a program promises there holds for members and shops that come from the cut-over on. */
export async function setProgramTerms({ database, scope }: HistoryWork, programsMax: number): Promise<void> {
  const programs = await listTaken(database, scope, { kind: 'program', after: '', limit: programsMax })
  for (const program of programs)
    if (program.endedAt === null) await database.transaction((tx) => setOf(tx, scope, program))
}

const findLatestStatement: Statement = {
  name: 'history_find_program_terms',
  text: `
    select rules = $3::jsonb as "isSame" from terms_versions where workspace_id = $1 and target_id = $2
    order by effective_at desc, id desc
    limit 1`,
}

/**
 * Terms of a program that was imported before are left alone; one whose import was undone may have promised something else.
 * A program that has just come has promised nothing to anybody here: its terms alone begin in the past (D436).
 */
async function setOf(
  tx: Transaction,
  { workspaceId, cutOverAt, actor }: HistoryScope,
  { recordId: id, isKnown, content }: TakenRow,
): Promise<void> {
  const { rules } = JSON.parse(content) as { readonly rules: SavedTermsRules | null }
  const locked = await lockTermsTarget(tx, workspaceId, { kind: 'program', id })
  if (rules === null || locked === undefined) return
  const { nowMs, appId } = locked
  const values = [workspaceId, id, JSON.stringify(rules)]
  const [latest] = await tx.query<{ isSame: boolean }>(findLatestStatement, values)
  if (latest !== undefined && (isKnown || latest.isSame)) return
  const isNew = latest === undefined && !isKnown
  const fromMs = isNew ? cutOverAt.getTime() : Math.max(cutOverAt.getTime(), nowMs)
  const decided = decideTermsVersion({
    ...{ programId: id, targetId: id, rules, nowMs: fromMs, newIdAfter },
    supersedes: await findApplyingVersion(tx, { workspaceId, targetId: id, nowMs: undefined }, fromMs),
    author: { operator: actor.replace(/^operator:/, '') },
  })
  if ('issues' in decided) return
  const version = { ...decided.version, createdAtMs: nowMs }
  insertTermsVersion(tx, { workspaceId, appId, kind: 'program' }, version)
}
