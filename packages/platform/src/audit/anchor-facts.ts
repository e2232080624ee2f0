import type { Queryable, Statement } from '../database/statements/database.ts'
import { errorCode } from '../database/statements/faults.ts'

/** The latest anchor of a workspace. Kept elsewhere, it shows that no anchor before it was changed or left out. */
export interface AnchorHead {
  readonly workspaceId: string
  readonly number: number
  /** Hexadecimal. */
  readonly chain: string
}

const readSpanStatement: Statement = {
  name: 'audit_read_span',
  text: `select anchored_until as since, now() - make_interval(secs => $1) as until from fact_anchoring`,
}

const anchorStatement: Statement = {
  name: 'audit_anchor',
  text: `
    select distinct on (workspace_id) workspace_id as "workspaceId", number, encode(chain, 'hex') as chain
    from anchor_facts($1)
    order by workspace_id, number desc`,
}

/**
 * Anchors the facts that were recorded since the last time: a digest of each in a chain per workspace (D112).
 *
 * @param youngestMs - facts younger than this are left for the next time: a transaction that began before and is not
 * committed yet must not end up on the wrong side
 * @returns the new heads; empty where nothing is new, or another process is at it
 */
export async function anchorFacts(database: Queryable, youngestMs: number): Promise<readonly AnchorHead[]> {
  const heads = new Map<string, AnchorHead>()
  let span = await readSpan(database, youngestMs)
  const untilMs = span.untilMs
  for (let toMs = untilMs; span.sinceMs < untilMs; ) {
    try {
      for (const head of await database.query<AnchorHead>(anchorStatement, [new Date(toMs)])) {
        heads.set(head.workspaceId, head)
      }
    } catch (error) {
      // So much was recorded that a statement has not the time for it: half of the span then.
      if (!isOutOfTime(error) || toMs - span.sinceMs < 1000) throw error
      toMs = span.sinceMs + Math.ceil((toMs - span.sinceMs) / 2)
      continue
    }
    const next = await readSpan(database, youngestMs)
    // Another process is at it.
    if (next.sinceMs <= span.sinceMs) break
    span = next
    toMs = untilMs
  }
  return [...heads.values()]
}

async function readSpan(database: Queryable, youngestMs: number) {
  const [span] = await database.query<{ readonly since: Date; readonly until: Date }>(readSpanStatement, [
    youngestMs / 1000,
  ])
  if (span === undefined) throw new Error('The row of fact_anchoring is missing.')
  return { sinceMs: span.since.getTime(), untilMs: span.until.getTime() }
}

const isOutOfTime = (error: unknown): boolean => errorCode(error) === '57014'
