import type { Queryable, Statement } from '../database/statements/database.ts'

/** What waits to be delivered, at all endpoints together but those that are disabled. */
export interface Backlog {
  /** 10,000 means that, or more. */
  readonly waiting: number
  /** Since when the oldest of them waits; null where none does. */
  readonly waitingSince: Date | null
}

// However many wait, so many rows are read.
const countedMax = 10_000

const readStatement: Statement = {
  name: 'outbox_read_backlog',
  text: `
    select count(*)::integer as waiting, min(queued_at) as "waitingSince"
    from (
      select message.queued_at
      from webhook_endpoints endpoint
      cross join lateral (
        select queued_at from outbox_messages
        where workspace_id = endpoint.workspace_id and endpoint_id = endpoint.id and next_attempt_at is not null
        limit $1
      ) message
      where endpoint.disabled_at is null and endpoint.removed_at is null
      limit $1
    ) waiting`,
}

/** Reads how much waits to be delivered, and since when. */
export async function readBacklog(database: Queryable): Promise<Backlog> {
  const [backlog] = await database.query<Backlog>(readStatement, [countedMax])
  if (backlog === undefined) throw new RangeError('A count is a row.')
  return backlog
}
