import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'

/** Up to where facts are anchored. */
export interface AnchoringState {
  readonly anchoredUntil: Date
  /** Whether that is a time to come: no fact is anchored before it has come. */
  readonly isBeyondNow: boolean
}

const readStatement: Statement = {
  name: 'anchoring_read_state',
  text: `
    select anchored_until as "anchoredUntil", anchored_until > clock_timestamp() as "isBeyondNow"
    from fact_anchoring`,
}

/** Reads up to where facts are anchored. Only whoever had the rights of the owner can have moved it beyond now. */
export async function readAnchoringState(database: Queryable): Promise<AnchoringState> {
  const [state] = await database.query<AnchoringState>(readStatement, [])
  if (state === undefined) throw new Error('The row of fact_anchoring is missing.')
  return state
}

// Anchors that end beyond now were made when the anchoring stopped, of what was there then: whatever came since is
// anchored anew from where they begin. Without any, from where the others end.
const lockStatement: Statement = {
  name: 'anchoring_lock',
  text: `
    select
      anchored_until as "anchoredUntil",
      (
        select coalesce(min(from_time) filter (where to_time > clock_timestamp()), max(to_time), '1970-01-01Z')
        from fact_anchors
      ) as "anchoredSince"
    from fact_anchoring
    where anchored_until > clock_timestamp()
    for update`,
}

const insertStatement: Statement = {
  name: 'anchoring_insert_repair',
  text: `
    insert into anchoring_repairs
      (workspace_id, id, last_anchor, anchored_until, anchored_since, reason, created_at)
    select
      workspace_id, id,
      (select coalesce(max(number), 0) from fact_anchors anchor where anchor.workspace_id = repaired.workspace_id),
      $3, $4, $5, now()
    from unnest($1::uuid[], $2::uuid[]) repaired (workspace_id, id)`,
}

const listWorkspacesStatement: Statement = {
  name: 'anchoring_list_workspaces',
  text: 'select workspace_id as id from workspaces',
}

const resetStatement: Statement = {
  name: 'anchoring_reset',
  text: 'update fact_anchoring set anchored_until = $1',
}

/** What a repair changed. */
export interface AnchoringRepair {
  readonly anchoredUntil: Date
  /** From here on facts are anchored anew. */
  readonly anchoredSince: Date
}

/**
 * Lets facts be anchored again after something set the end of the anchoring to a time to come. Each workspace keeps a
 * fact of it, with who did it and why; nothing that was anchored is lost.
 *
 * @returns undefined where nothing has to be repaired
 */
export async function repairAnchoring(
  database: Database,
  reason: string,
): Promise<AnchoringRepair | undefined> {
  return await database.transaction(async (tx) => {
    const [repair] = await tx.query<AnchoringRepair>(lockStatement, [])
    if (repair === undefined) return undefined
    const workspaces = await tx.query<{ readonly id: string }>(listWorkspacesStatement, [])
    const ids = workspaces.map(({ id }) => id)
    const { anchoredUntil, anchoredSince } = repair
    const values = [ids, ids.map(newId), anchoredUntil, anchoredSince, reason]
    await tx.query(insertStatement, values)
    await tx.query(resetStatement, [anchoredSince])
    return repair
  })
}
