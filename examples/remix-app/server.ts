import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, { type Express, type RequestHandler } from 'express'

const root = import.meta.dirname
const buildDirectory = resolve(root, process.env['BUILD_DIRECTORY'] || 'build')

/** Serves the app on a small server of its own. */
// `remix-serve` is none: it prints whole addresses, session tokens included, and replaces fetch after the app is loaded.
export function createServer(handler: RequestHandler, before: readonly RequestHandler[] = []): Express {
  const server = express()
  server.disable('x-powered-by')
  // Behind the tunnel of `shopify app dev`, and behind a host's own proxy, requests arrive as https.
  server.set('trust proxy', 'loopback')
  for (const middleware of before) server.use(middleware)
  server.use(
    '/assets',
    express.static(resolve(buildDirectory, 'client/assets'), { immutable: true, maxAge: '1y' }),
  )
  server.use(handler)
  return server
}

/** Handles requests with a build of the app. */
export function handleWith(build: ServerBuild, context: AppLoadContext = {}): RequestHandler {
  return createRequestHandler({
    build,
    getLoadContext: () => context,
    mode: process.env['NODE_ENV'] ?? 'production',
  })
}

/** Loads the app as `remix vite:build` left it. Another `instance` is loaded anew, with the environment of now. */
export async function loadBuild(instance = 0): Promise<ServerBuild> {
  const file = pathToFileURL(resolve(buildDirectory, 'server/index.js'))
  return (await import(`${file.href}?instance=${instance}`)) as ServerBuild
}

/** Listens, and resolves to the port: the next free one where the wished one is taken. */
export async function listen(
  server: Express,
  { host, port }: { host?: string; port: number },
): Promise<AddressInfo> {
  const listening = host === undefined ? server.listen(port) : server.listen(port, host)
  try {
    await once(listening, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port === 0) throw error
    return listen(server, { ...(host !== undefined && { host }), port: port + 1 })
  }
  return listening.address() as AddressInfo
}

/** Serves the sources through Vite, with hot updates, for `shopify app dev`. */
async function createDevelopmentServer(): Promise<Express> {
  const { createServer: createViteServer } = await import('vite')
  const vite = await createViteServer({ root, server: { middlewareMode: true } })
  const load = () =>
    vite.ssrLoadModule('virtual:remix/server-build') as Promise<unknown> as Promise<ServerBuild>
  const handler = createRequestHandler({ build: load, mode: 'development' })
  return createServer(handler, [vite.middlewares])
}

if (process.argv[1] === import.meta.filename) {
  const isDevelopment = process.env['NODE_ENV'] === 'development'
  const server = isDevelopment ? await createDevelopmentServer() : createServer(handleWith(await loadBuild()))
  const { port } = await listen(server, { port: Number(process.env['PORT'] ?? 3000) })
  process.stdout.write(`The app listens on port ${port}.\n`)
}
