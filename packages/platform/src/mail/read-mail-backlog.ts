import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Backlog } from '../outbox/read-backlog.ts'

// However many wait, so many rows are read. What waits for three days is not sent any more.
const readStatement: Statement = {
  name: 'mail_read_backlog',
  text: `
    select count(*)::integer as waiting, min(queued_at) as "waitingSince"
    from (
      select queued_at from outbox_mails
      where next_attempt_at is not null and queued_at > now() - interval '3 days'
      limit 10000
    ) waiting`,
}

/** Reads how much mail waits to be sent, and since when. */
export async function readMailBacklog(database: Queryable): Promise<Backlog> {
  const [backlog] = await database.query<Backlog>(readStatement, [])
  if (backlog === undefined) throw new RangeError('A count is a row.')
  return backlog
}
