import { createHmac } from 'node:crypto'
import { readSecret } from '../../database/requests/read-secret.ts'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import { partnerRequestSpacingMs, type RequestPace } from '../partner-api/request-pace.ts'

const reserveStatement: Statement = {
  name: 'partner_api_reserve',
  text: `
    insert into partner_api_paces as pace (token_hash, next_at)
    values ($1, clock_timestamp() + make_interval(secs => $2))
    on conflict (token_hash) do update
    set next_at = greatest(pace.next_at, clock_timestamp()) + make_interval(secs => $2)
    returning
      greatest(0, extract(epoch from next_at - make_interval(secs => $2) - clock_timestamp()) * 1000) as "waitMs"`,
}

/** Paces the requests of a token over all processes that use one database. It holds no lock while a request waits. */
export async function createDatabasePace(database: Queryable, accessToken: string): Promise<RequestPace> {
  const secret = await readSecret(database)
  const tokenHash = createHmac('sha256', secret).update(`partner token ${accessToken}`).digest()
  const values = [tokenHash, partnerRequestSpacingMs / 1000]
  return {
    reserve: async () => {
      const [row] = await database.query<{ waitMs: string }>(reserveStatement, values)
      return Math.ceil(Number(row?.waitMs))
    },
  }
}
