import { createHash } from 'node:crypto'
import { decidePair, type RunDecision, type RunWarning } from '@affiliate-platform/commission-engine'
import { readAtLength } from '../database/statements/at-length.ts'
import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { type PairRow, pairStatement, pairsStatement } from './pairs-statement.ts'

/** Which run: the money of a workspace that is available at a time. */
export interface RunScope {
  readonly workspaceId: string
  readonly asOf: Date
}

/** The decision on one membership and currency, with where its threshold comes from. */
export interface PairPreview
  extends RunDecision,
    Pick<
      PairRow,
      'memberName' | 'termsVersionId' | 'termsOf' | 'lineCount' | 'waitingSales' | 'excludedAs'
    > {}

/** What a run would do at this moment. */
export interface RunPreview {
  readonly asOf: Date
  /** Of everything in here: a run is frozen only while a new preview has the same one. */
  readonly hash: string
  /** By membership and currency. */
  readonly decisions: readonly PairPreview[]
}

/** The preview; or why there is none. */
export type RunPreviewing =
  | { readonly ok: true; readonly preview: RunPreview }
  | { readonly ok: false; readonly rejection: 'ahead' }
  /** A run of a later time was frozen: what it has paid would be missing here (D186). */
  | { readonly ok: false; readonly rejection: 'before_earlier_run'; readonly earlierAsOf: Date }

const findEarlierStatement: Statement = {
  name: 'payout_run_find_earlier',
  text: `
    select as_of as "asOf"
    from payout_runs
    where workspace_id = $1 and as_of > $2
    order by as_of desc
    limit 1`,
}

/**
 * Previews a payout run: what each membership is paid in each currency, and why others are not. It writes nothing.
 *
 * @returns the preview, or why there is none: `ahead` where the time has not come yet, `before_earlier_run` where it lies
 *   before that of a run that was frozen
 *
 * @example
 * ```ts
 * const previewing = await previewRun(database, { workspaceId, asOf: new Date('2026-04-01T00:00:00Z') })
 * ```
 */
export async function previewRun(database: Queryable, scope: RunScope): Promise<RunPreviewing> {
  const { workspaceId, asOf } = scope
  const now = await readDatabaseTime(database)
  if (asOf.getTime() > now.getTime()) return { ok: false, rejection: 'ahead' }
  const [earlier] = await database.query<{ asOf: Date }>(findEarlierStatement, [workspaceId, asOf])
  if (earlier !== undefined) return { ok: false, rejection: 'before_earlier_run', earlierAsOf: earlier.asOf }
  const rows = await database.query<PairRow>(pairsStatement, [workspaceId, asOf])
  return { ok: true, preview: { asOf, hash: hashPairs(scope, rows), decisions: rows.map(decide) } }
}

/** The same with the time that the run itself has: adding up millions of commissions takes longer than a request may. */
export async function previewAtLength(database: Database, scope: RunScope): Promise<RunPreviewing> {
  return await readAtLength(database, (tx) => previewRun(tx, scope))
}

/** Of whom, in which currency. */
export interface PairKey {
  readonly workspaceId: string
  readonly membershipId: string
  readonly currency: string
}

/** Previews what a run of this moment would decide on one member in one currency; `undefined` where nothing is unpaid. */
export async function previewPair(
  database: Queryable,
  { workspaceId, membershipId, currency }: PairKey,
): Promise<PairPreview | undefined> {
  const now = await readDatabaseTime(database)
  const [row] = await database.query<PairRow>(pairStatement, [workspaceId, now, membershipId, currency])
  return row && decide(row)
}

function hashPairs({ workspaceId, asOf }: RunScope, rows: readonly PairRow[]): string {
  const digest = createHash('sha256').update(JSON.stringify([workspaceId, asOf]))
  // Another name or a first payee changes nothing of what is paid. Row by row: the text of all rows is as large as they are.
  for (const { memberName: _memberName, lacksPayee: _lacksPayee, ...row } of rows) {
    digest.update(JSON.stringify(row))
  }
  return digest.digest('hex')
}

function decide(row: PairRow): PairPreview {
  const { membershipId, currency, sumMinor, heldMinor, thresholdMinor } = row
  const { memberName, termsVersionId, termsOf, lineCount, waitingSales, excludedAs } = row
  const sums = { membershipId, currency, sumMinor: BigInt(sumMinor), heldMinor: BigInt(heldMinor) }
  const threshold = thresholdMinor === null ? undefined : BigInt(thresholdMinor)
  const decision = decidePair(sums, {
    thresholdMinor: threshold,
    contractThreshold: toContractThreshold(row),
    excludedBecause: row.excludedBecause ?? (waitingSales > 0 ? 'waiting' : null),
    warnings: row.misplacedSales > 0 ? ['other_shop'] : [],
  })
  const warnings =
    decision.decision === 'paid' ? [...decision.warnings, ...warnOfPayment(row)] : decision.warnings
  return { ...decision, warnings, memberName, termsVersionId, termsOf, lineCount, waitingSales, excludedAs }
}

function warnOfPayment({ lacksPayee, newPayeeId, disputedPayouts }: PairRow): readonly RunWarning[] {
  return [
    ...(lacksPayee ? ['no_payee' as const] : []),
    ...(newPayeeId === null ? [] : ['payee_changed' as const]),
    ...(disputedPayouts > 0 ? ['disputed' as const] : []),
  ]
}

function toContractThreshold({ contractThresholdMinor, thresholdContractId }: PairRow) {
  if (contractThresholdMinor === null || thresholdContractId === null) return undefined
  return { amountMinor: BigInt(contractThresholdMinor), contractId: thresholdContractId }
}
