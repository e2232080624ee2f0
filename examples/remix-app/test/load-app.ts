import type { ExampleRoutes } from './rules/stage.ts'

const args = { params: {}, context: {} }

/** Loads the app's routes. Shopify's packages come with them: the mocks must stand before. */
export async function loadApp(): Promise<ExampleRoutes> {
  const { loader } = await import('../app/routes/app.tsx')
  const { action: uninstalled } = await import('../app/routes/webhooks.app.uninstalled.tsx')
  const { action: backfill } = await import('../app/routes/internal.affiliate-backfill.tsx')
  const { sessionStorage } = await import('../app/session-storage.server.ts')
  return {
    open: (request) => loader({ request, ...args }),
    uninstalled: (request) => uninstalled({ request }),
    backfill: (request) => backfill({ request, ...args }),
    sessionStorage,
  }
}
