import type { Queryable, Statement } from '../database/database.ts'

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
  const [span] = await database.query<{ readonly since: Date; readonly until: Date }>(readSpanStatement, [
    youngestMs / 1000,
  ])
  const heads = new Map<string, AnchorHead>()
  const { since = new Date(0), until = since } = span ?? {}
  for (let fromMs = since.getTime(), toMs = until.getTime(); fromMs < until.getTime(); ) {
    try {
      for (const head of await database.query<AnchorHead>(anchorStatement, [new Date(toMs)])) {
        heads.set(head.workspaceId, head)
      }
      fromMs = toMs
      toMs = until.getTime()
    } catch (error) {
      // So much was recorded that a statement has not the time for it: half of the span then.
      if (!isOutOfTime(error) || toMs - fromMs < 1000) throw error
      toMs = fromMs + Math.ceil((toMs - fromMs) / 2)
    }
  }
  return [...heads.values()]
}

const isOutOfTime = (error: unknown): boolean => Reflect.get(Object(error), 'code') === '57014'
