// The battery of the other example: both apps keep the same rules.
import type { ExampleRoutes } from '../../remix-app/test/rules/stage.ts'

/** Loads the app's routes. Shopify's packages come with them: the mocks must stand before. */
export async function loadApp(): Promise<ExampleRoutes> {
  const { loader } = await import('../app/routes/app.tsx')
  const { action: uninstalled } = await import('../app/routes/webhooks.app.uninstalled.tsx')
  const { action: backfill } = await import('../app/routes/internal.affiliate-backfill.tsx')
  const { sessionStorage } = await import('../app/session-storage.server.ts')
  const pattern = '/app'
  return {
    open: (request) => loader({ request, url: new URL(request.url), params: {}, context: {}, pattern }),
    uninstalled: (request) => uninstalled({ request }),
    backfill: (request) => backfill({ request }),
    sessionStorage,
  }
}
