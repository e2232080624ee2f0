import { createHash } from 'node:crypto'
import type { Database, Statement } from '../database/statements/database.ts'
import { isDisputedSql, isEndedSql } from '../payouts/report-sql.ts'
import { compareFacts, type FactSpan } from './compare-facts.ts'
import { findStrayFacts, type StrayFacts } from './stray-facts.ts'

/** The first thing that is not as it was recorded. */
export type Difference =
  /** A payout's sums are not those of its facts. */
  | { readonly kind: 'sums'; readonly payoutId: string }
  /** An anchor was changed or left out, or it is not the one that was seen elsewhere. */
  | { readonly kind: 'anchor'; readonly number: number }
  | FactDifference
  | StrayFacts

/** Facts of a span of time that are not those that were anchored. */
interface FactDifference {
  readonly kind: 'facts'
  /** The table. */
  readonly fact: string
  readonly recordedAfter: Date
  readonly recordedUntil: Date
  readonly anchored: number
  readonly found: number
  /** A row that is there and was not anchored so: it was changed or added. null: some were only taken away. */
  readonly row: Readonly<Record<string, unknown>> | null
}

interface AnchorRow {
  readonly number: number
  readonly fact: string
  readonly recordedAfter: Date
  readonly recordedUntil: Date
  readonly untilSeconds: string
  readonly digests: Uint8Array
  readonly chain: Uint8Array
  /** When facts of its span were begun to be anchored anew, because it ended in a time to come; else null. */
  readonly repairedAt: Date | null
}

const findWrongSums: Statement = {
  name: 'verify_sums',
  text: `
    select payout.id as "payoutId"
    from payouts payout
    left join lateral (
      select
        coalesce(sum(amount_minor) filter (where not is_ended), 0) as claimed,
        coalesce(sum(amount_minor) filter (where not is_ended and not is_disputed), 0) as reported,
        coalesce(sum(confirmed_minor) filter (where not is_ended and not is_disputed), 0) as confirmed,
        count(*) filter (where not is_ended and is_disputed) as disputes
      from (
        select report.amount_minor, ${isEndedSql()} as is_ended, ${isDisputedSql()} as is_disputed,
          (
            select coalesce(sum(confirmation.amount_minor), 0) from payment_confirmations confirmation
            where confirmation.workspace_id = $1 and confirmation.report_id = report.id
              and not exists (
                select from payment_confirmation_retractions retraction
                where retraction.workspace_id = $1 and retraction.confirmation_id = confirmation.id
              )
          ) as confirmed_minor
        from payment_reports report
        where report.workspace_id = $1 and report.payout_id = payout.id
      ) report
    ) sums on true
    where payout.workspace_id = $1
      and (payout.claimed_minor, payout.reported_minor, payout.confirmed_minor, payout.open_disputes, payout.is_voided)
        is distinct from (
          sums.claimed, sums.reported, sums.confirmed, sums.disputes,
          exists (select from payout_voids where workspace_id = $1 and payout_id = payout.id)
        )
    order by payout.id
    limit 1`,
}

const nextAnchor: Statement = {
  name: 'verify_next_anchor',
  text: `
    select
      number, fact, from_time as "recordedAfter", to_time as "recordedUntil",
      extract(epoch from to_time)::text as "untilSeconds", digests, chain,
      (
        select min(created_at) from anchoring_repairs repair
        where repair.workspace_id = $1 and anchor.number <= repair.last_anchor and anchor.to_time > repair.created_at
      ) as "repairedAt"
    from fact_anchors anchor
    where workspace_id = $1 and number > $2
    order by number
    limit 1`,
}

/** An anchor that was seen before, such as in the log. */
type Witness = { readonly number: number; readonly chain: string }

/** What was found in one workspace. */
export interface Verification {
  /** How many anchors hold. */
  readonly anchors: number
  /** The last of them, as a witness would keep it. */
  readonly head: string | null
  readonly difference: Difference | null
}

/**
 * Recomputes the sums of a workspace's payouts and the chain of its anchored facts. Facts are read and hashed here: no
 * function of the database that is verified has a say in it (D190).
 */
export async function verifyWorkspace(
  database: Database,
  workspaceId: string,
  witness?: Witness,
): Promise<Verification> {
  const [wrong] = await ask<{ readonly payoutId: string }>(database, findWrongSums, [workspaceId])
  if (wrong !== undefined) return { anchors: 0, head: null, difference: { kind: 'sums', ...wrong } }
  let anchors = 0
  let head: string | null = null
  let last: Uint8Array = new Uint8Array()
  for (;;) {
    const [anchor] = await ask<AnchorRow>(database, nextAnchor, [workspaceId, anchors])
    if (anchor === undefined) break
    const { number } = anchor
    const chain = chainAfter(last, anchor)
    const isAsSeen = witness?.number !== number || witness.chain === chain.toString('hex')
    if (number !== anchors + 1 || !chain.equals(anchor.chain) || !isAsSeen) {
      return { anchors, head, difference: { kind: 'anchor', number } }
    }
    const difference = await findDifference(database, workspaceId, anchor)
    if (difference !== undefined) return { anchors, head, difference }
    anchors = number
    last = chain
    head = `${number}:${chain.toString('hex')}`
  }
  if (witness !== undefined && witness.number > anchors) {
    return { anchors, head, difference: { kind: 'anchor', number: anchors + 1 } }
  }
  return { anchors, head, difference: (await findStrayFacts(database, workspaceId)) ?? null }
}

// As `anchor_chain` of the database makes it.
function chainAfter(last: Uint8Array, { number, fact, untilSeconds, digests }: AnchorRow): Buffer {
  const head = `|${number}|${fact}|${untilSeconds}|`
  return createHash('sha256').update(last).update(head).update(digests).digest()
}

/** Runs a statement for as long as it takes: it may read every fact of a workspace. */
async function ask<Row>(
  database: Database,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return await database.transaction(async (tx) => {
    await tx.query(noLimit, [])
    return await tx.query<Row>(statement, values)
  })
}

const noLimit: Statement = {
  name: 'verify_no_limit',
  text: `select set_config('statement_timeout', '0', true)`,
}

async function findDifference(
  database: Database,
  workspaceId: string,
  { fact, recordedAfter, recordedUntil, repairedAt, digests }: AnchorRow,
): Promise<FactDifference | undefined> {
  const span: FactSpan = { workspaceId, fact, after: recordedAfter, until: repairedAt ?? recordedUntil }
  const { found, missing, row } = await compareFacts(database, span, digests)
  // Facts that came after the anchoring stopped are in the anchors that were made since.
  const isAdded = row !== null && repairedAt === null
  if (missing === 0 && !isAdded) return undefined
  return { kind: 'facts', fact, recordedAfter, recordedUntil, anchored: digests.length / 32, found, row }
}
