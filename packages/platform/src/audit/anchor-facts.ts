import type { Queryable, Statement } from '../database/database.ts'

/** The latest anchor of a workspace. Kept elsewhere, it shows that no anchor before it was changed or left out. */
export interface AnchorHead {
  readonly workspaceId: string
  readonly number: number
  /** Hexadecimal. */
  readonly chain: string
}

const anchorStatement: Statement = {
  name: 'audit_anchor',
  // A transaction that began before and is not committed yet must not end up on the wrong side.
  text: `
    select distinct on (workspace_id) workspace_id as "workspaceId", number, encode(chain, 'hex') as chain
    from anchor_facts(now() - make_interval(secs => $1))
    order by workspace_id, number desc`,
}

/**
 * Anchors the facts that were recorded since the last time: a digest of each in a chain per workspace (D112).
 *
 * @param youngestMs - facts younger than this are left for the next time
 * @returns the new heads; empty where nothing is new, or another process is at it
 */
export async function anchorFacts(database: Queryable, youngestMs: number): Promise<readonly AnchorHead[]> {
  return await database.query<AnchorHead>(anchorStatement, [youngestMs / 1000])
}
