import type { AddressInfo } from 'node:net'
import * as core from '@affiliate-platform/shopify-recipes'
import * as expressEntry from '@affiliate-platform/shopify-recipes/express'
import * as reactRouterEntry from '@affiliate-platform/shopify-recipes/react-router'
import * as remixEntry from '@affiliate-platform/shopify-recipes/remix'
import express from 'express'
import { onTestFinished } from 'vitest'

/** Sends a request to a mounted recipe, as the framework would. */
export type Send = (request: Request) => Promise<Response>

/** Mounts recipes in one framework. */
export interface Entry {
  readonly name: string
  readonly forwardUninstall: (options?: core.ForwardUninstallOptions) => Promise<Send>
  readonly handleUninstall: (options?: core.HandleUninstallOptions) => Promise<Send>
  readonly handleCompliance: (options?: core.ComplianceOptions) => Promise<Send>
  readonly backfillRoute: (options: core.BackfillRouteOptions) => Promise<Send>
  readonly migrateTokensRoute: <Session extends core.MigratedSession>(
    options: core.MigrateTokensOptions<Session>,
  ) => Promise<Send>
}

export const coreEntry: Entry = {
  name: 'core',
  forwardUninstall: async (options) => core.forwardUninstall(options),
  handleUninstall: async (options) => core.handleUninstall(options),
  handleCompliance: async (options) => core.handleCompliance(options),
  backfillRoute: async (options) => core.backfillRoute(options),
  migrateTokensRoute: async (options) => core.migrateTokensRoute(options),
}

export const entries: readonly Entry[] = [
  coreEntry,
  buildActionEntry('remix', remixEntry),
  buildActionEntry('react-router', reactRouterEntry),
  {
    name: 'express',
    forwardUninstall: (options) => serve(expressEntry.forwardUninstall(options)),
    handleUninstall: (options) => serve(expressEntry.handleUninstall(options)),
    handleCompliance: (options) => serve(expressEntry.handleCompliance(options)),
    backfillRoute: (options) => serve(expressEntry.backfillRoute(options)),
    migrateTokensRoute: (options) => serve(expressEntry.migrateTokensRoute(options)),
  },
]

function buildActionEntry(name: string, entry: typeof remixEntry | typeof reactRouterEntry): Entry {
  const mount = (action: remixEntry.Action): Send => {
    return (request) => action({ request })
  }
  return {
    name,
    forwardUninstall: async (options) => mount(entry.forwardUninstall(options)),
    handleUninstall: async (options) => mount(entry.handleUninstall(options)),
    handleCompliance: async (options) => mount(entry.handleCompliance(options)),
    backfillRoute: async (options) => mount(entry.backfillRoute(options)),
    migrateTokensRoute: async (options) => mount(entry.migrateTokensRoute(options)),
  }
}

/** Mounts a handler as the README says: before any body parser. */
export async function serve(handler: expressEntry.ExpressHandler): Promise<Send> {
  const app = express()
  app.all('/{*path}', handler)
  return listen(app)
}

export async function listen(app: express.Express): Promise<Send> {
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return sendTo((server.address() as AddressInfo).port)
}

/** Sends what is meant for the app to its server on this machine. */
export function sendTo(port: number): Send {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? null : await request.arrayBuffer()
    const { method, headers, redirect } = request
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, body, redirect })
  }
}
