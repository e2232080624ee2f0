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

// A demo that was seeded before it was connected stays as it is.
const letBeDueStatement: Statement = {
  name: 'demo_let_sales_be_due',
  text: `
    update sale_feeds
    set next_pass_at = now(), failures = 0
    where workspace_id = $1 and app_id = $2
      and exists (select from sale_connections where workspace_id = $1 and app_id = $2)`,
}

/** Lets the schedule read the sales of the demo's app. */
export async function letSalesBeDue(database: Database, { ids }: Pick<Demo, 'ids'>): Promise<void> {
  await database.query(letBeDueStatement, [ids.workspaceId, ids.appId])
}
