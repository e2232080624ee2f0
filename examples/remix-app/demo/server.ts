import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import express, { type Express, type RequestHandler } from 'express'
import { buildDirectory } from './build-when-stale.ts'

/** Serves the app as `remix-serve` would, with the simulated admin before it, and a `fetch` that the demo redirects. */
export function createServer(handler: RequestHandler, before: readonly RequestHandler[]): Express {
  const server = express()
  server.disable('x-powered-by')
  for (const middleware of before) server.use(middleware)
  server.use(
    '/assets',
    express.static(resolve(buildDirectory, 'client/assets'), { immutable: true, maxAge: '1y' }),
  )
  server.use(handler)
  return server
}

/** Shopify's libraries turn every bot away with 410: here a headless browser is a person who tries the demo. */
export const passAsPerson: RequestHandler = (request, _response, next) => {
  request.headers['user-agent'] = request.get('User-Agent')?.replace('HeadlessChrome', 'Chrome')
  next()
}

/** Loads the app as `remix vite:build` left it. Another `instance` is loaded anew, with the environment of now. */
export async function loadApp(instance: number): Promise<RequestHandler> {
  const file = pathToFileURL(resolve(buildDirectory, 'server/index.js'))
  const loaded = (await import(`${file.href}?instance=${instance}`)) as ServerBuild
  const getLoadContext = () => ({ isSimulated: true })
  return createRequestHandler({ build: loaded, getLoadContext, mode: 'production' })
}

/** Listens, and resolves to the port: the next free one where the wished one is taken. */
export async function listen(
  server: Express,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  const listening = server.listen(port, host)
  try {
    await once(listening, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port === 0) throw error
    return listen(server, { host, port: port + 1 })
  }
  return listening.address() as AddressInfo
}
