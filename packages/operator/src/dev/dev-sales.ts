import type { Database, Statement } from '@affiliate-platform/platform/database'
import type { Demo } from '../demo/seed.ts'
import type { DevShopifyFlags } from './dev-shopify.ts'

/** The settings by which sales come from the Partner API of a simulator, if there is one. */
export function toSimulatedPartner({ shopifySimulator }: DevShopifyFlags) {
  if (shopifySimulator === undefined) return {}
  return {
    PARTNER_API_ORIGIN: new URL('/partners', shopifySimulator).href,
    PARTNER_API_TOKEN: 'prtapi_simulated',
    SALES_IMPORT_MINUTES: '1',
  }
}

// The demo has told its sales by a file up to then, and from then on the simulator tells them.
const sourceStatement: Statement = {
  name: 'demo_let_simulator_tell_sales',
  text: `
    insert into sale_sources (workspace_id, app_id, applies_from, source, actor)
    values ($1, $2, '2026-07-01Z', 'partner_transactions', 'system')
    on conflict do nothing`,
}

const connectStatement: Statement = {
  name: 'demo_connect_sales',
  text: `
    insert into sale_connections (workspace_id, app_id, organization_id, platform_app_id, api_version, actor)
    values ($1, $2, '1', '1', '2026-07', 'system')
    on conflict do nothing`,
}

const letBeDueStatement: Statement = {
  name: 'demo_let_sales_be_due',
  text: `
    update sale_feeds set next_pass_at = now(), failures = 0
    where workspace_id = $1 and app_id = $2`,
}

/** Connects the demo's app to the Partner API of the simulator, for the schedule to read its sales. */
export async function connectDemoSales(
  database: Database,
  { ids: { workspaceId, appId } }: Pick<Demo, 'ids'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const statement of [sourceStatement, connectStatement, letBeDueStatement]) {
      await tx.query(statement, [workspaceId, appId])
    }
  })
}
