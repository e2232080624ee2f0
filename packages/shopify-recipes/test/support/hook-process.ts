import { createSqlLedger, type InstallResult, identifyOnInstall } from '@affiliate-platform/shopify-recipes'
import pg from 'pg'

/** What a process of the app does: it authorizes each shop some times, and may be killed in between. */
export interface HookTask {
  readonly connectionString: string
  readonly schema: string
  readonly shops: readonly string[]
  readonly runsPerShop: number
}

/** Runs the hook as one process of an app on the default client, and tells what became of each run. */
export async function runHooks({ connectionString, schema, shops, runsPerShop }: HookTask) {
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}`, max: 4 })
  const ledger = createSqlLedger({ dialect: 'postgresql', client: pool })
  const runs = Array.from({ length: runsPerShop }, () => shops).flat()
  const results = await Promise.all(
    runs.map(
      (shop) =>
        new Promise<InstallResult>((onResult) => {
          identifyOnInstall({ ledger, onResult })({ session: { shop, accessToken: 'shpat_token' } })
        }),
    ),
  )
  await pool.end()
  return results.map(({ outcome }) => outcome)
}
