import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@affiliate-platform/platform/database'

const countOthersStatement = {
  name: 'test_count_others',
  text: `
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and state is distinct from 'idle'`,
}

/** Waits until the server has ended what a killed process had begun: it is decided then. */
export async function waitUntilDecided(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ others: number }>(countOthersStatement, [])
    if (row?.others === 0) return
    await sleep(20)
  }
}
