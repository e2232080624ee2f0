import type { Database, Statement } from '../database/database.ts'

/** The first thing that is not as it was recorded. */
export type Difference =
  /** A payout's sums are not those of its facts. */
  | { readonly kind: 'sums'; readonly payoutId: string }
  /** An anchor was changed or left out, or it is not the one that was seen elsewhere. */
  | { readonly kind: 'anchor'; readonly number: number }
  | FactDifference

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

interface AnchorRow extends Pick<FactDifference, 'fact' | 'recordedAfter' | 'recordedUntil'> {
  readonly number: number
  readonly chain: string
  readonly isLinked: boolean
  readonly holds: boolean
}

const findWrongSums: Statement = {
  name: 'verify_sums',
  text: `
    select payout.id as "payoutId"
    from payouts payout
    left join lateral (
      select
        coalesce(sum(amount_minor) filter (where not is_retracted), 0) as claimed,
        coalesce(sum(amount_minor) filter (where not is_retracted and not is_disputed), 0) as reported,
        coalesce(sum(confirmed_minor) filter (where not is_retracted and not is_disputed), 0) as confirmed,
        count(*) filter (where not is_retracted and is_disputed) as disputes
      from payment_report_states
      where workspace_id = $1 and payout_id = payout.id
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
  name: 'verify_anchor',
  text: `
    select
      number, fact, from_time as "recordedAfter", to_time as "recordedUntil", encode(chain, 'hex') as chain,
      number = $2 + 1 and chain = anchor_chain(
        (select chain from fact_anchors where workspace_id = $1 and number = $2), number, fact, to_time, digests
      ) as "isLinked",
      digests = coalesce(
        (
          select string_agg(digest, ''::bytea order by digest)
          from fact_digests(fact, from_time, to_time, workspace_id)
        ),
        ''
      ) as holds
    from fact_anchors
    where workspace_id = $1 and number > $2
    order by number
    limit 1`,
}

const findDifferingFacts: Statement = {
  name: 'verify_facts',
  text: `
    select
      length(digests) / 32 as anchored,
      (select count(*)::integer from fact_digests(fact, from_time, to_time, workspace_id)) as found,
      (
        select content
        from fact_digests(fact, from_time, to_time, workspace_id)
        where digest not in (
          select substring(digests from place * 32 + 1 for 32)
          from generate_series(0, length(digests) / 32 - 1) place
        )
        order by digest
        limit 1
      ) as row
    from fact_anchors
    where workspace_id = $1 and number = $2`,
}

// Facts of one table and their anchored number; equal where every fact has its anchor, since spans do not overlap.
const findUncounted: Statement = {
  name: 'verify_counts',
  text: `
    select table_.name as fact
    from fact_tables table_
    where count_facts(table_.name, $1) <> (
      select coalesce(sum(length(digests) / 32), 0) from fact_anchors where workspace_id = $1 and fact = table_.name
    )
    order by table_.name
    limit 1`,
}

const findUnanchored: Statement = {
  name: 'verify_unanchored',
  text: `
    select
      $2::text as fact, (fact.content ->> 'recorded_at')::timestamptz as "recordedAfter",
      (fact.content ->> 'recorded_at')::timestamptz as "recordedUntil", 0 as anchored, 1 as found, fact.content as row
    from fact_anchoring
    cross join fact_digests($2, '1970-01-01T00:00:00Z', anchored_until, $1) fact
    where not exists (
      select from fact_anchors anchor
      where anchor.workspace_id = $1 and anchor.fact = $2
        and (fact.content ->> 'recorded_at')::timestamptz > anchor.from_time
        and (fact.content ->> 'recorded_at')::timestamptz <= anchor.to_time
    )
    limit 1`,
}

/** An anchor that was seen before, such as in the log. */
type Witness = { readonly number: number; readonly chain: string }

/**
 * Recomputes the sums of a workspace's payouts and the chain of its anchored facts.
 *
 * @returns how many anchors hold, the last of them, and the first difference if there is one
 */
export async function verifyWorkspace(
  database: Database,
  workspaceId: string,
  witness?: Witness,
): Promise<{
  readonly anchors: number
  readonly head: string | null
  readonly difference: Difference | null
}> {
  const [wrong] = await ask<{ readonly payoutId: string }>(database, findWrongSums, [workspaceId])
  if (wrong !== undefined) return { anchors: 0, head: null, difference: { kind: 'sums', ...wrong } }
  let anchors = 0
  let head: string | null = null
  for (;;) {
    const [anchor] = await ask<AnchorRow>(database, nextAnchor, [workspaceId, anchors])
    if (anchor === undefined) break
    const { number, chain, isLinked, holds } = anchor
    const isAsSeen = witness?.number !== number || witness.chain === chain
    if (!isLinked || !isAsSeen) return { anchors, head, difference: { kind: 'anchor', number } }
    if (!holds) return { anchors, head, difference: await findDifference(database, workspaceId, anchor) }
    anchors = number
    head = `${number}:${chain}`
  }
  if (witness !== undefined && witness.number > anchors) {
    return { anchors, head, difference: { kind: 'anchor', number: anchors + 1 } }
  }
  // Recorded in a span that had no fact of its table when it was anchored.
  const [uncounted] = await ask<{ readonly fact: string }>(database, findUncounted, [workspaceId])
  if (uncounted === undefined) return { anchors, head, difference: null }
  const [late] = await ask<FactDifference>(database, findUnanchored, [workspaceId, uncounted.fact])
  return { anchors, head, difference: late === undefined ? null : { ...late, kind: 'facts' } }
}

const noLimit: Statement = {
  name: 'verify_no_limit',
  text: `select set_config('statement_timeout', '0', true)`,
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

async function findDifference(
  database: Database,
  workspaceId: string,
  { number, fact, recordedAfter, recordedUntil }: AnchorRow,
): Promise<Difference> {
  type Found = Pick<FactDifference, 'anchored' | 'found' | 'row'>
  const [found] = await ask<Found>(database, findDifferingFacts, [workspaceId, number])
  const { anchored = 0, found: count = 0, row = null } = found ?? {}
  return { kind: 'facts', fact, recordedAfter, recordedUntil, anchored, found: count, row }
}
