import { createServer, type Server } from 'node:http'
import { operations } from '@affiliate-platform/contract'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { createPeerPlatform, fixedHeaders, toRejection } from '../platform/peer-platform.ts'
import { bodyTooLarge, notFound, type Rejection, toProblem } from '../platform/rejection.ts'
import { payoutsQuery } from '../platform/schemas.ts'
import { stores } from '../platform/stores/open-store.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

type Environment = { Variables: { requestId: string } }

/** Hono on its Node server, zod and pg. */
export const start: StartServer = async ({ databaseUrl, store }) => {
  const platform = createPeerPlatform(await stores[store](databaseUrl))
  const app = new Hono<Environment>()

  app.use(async (context, next) => {
    const headers = fixedHeaders()
    context.set('requestId', headers['X-Request-Id'])
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    await next()
  })

  app.get(operations.listPayouts.path, async (context) => {
    const credential = await platform.authenticate(context.req.header('authorization'), 'payouts:read')
    const { headers, body } = await platform.listPayouts(credential, payoutsQuery.parse(context.req.query()))
    return context.json(body, 200, headers)
  })

  const limit = bodyLimit({ maxSize: 65_536, onError: (context) => reject(context, bodyTooLarge()) })
  app.patch(operations.saveTerms.path, limit, async (context) => {
    const credential = await platform.authenticate(context.req.header('authorization'), 'terms:write')
    const { headers, body } = await platform.saveTerms(credential, {
      membershipId: context.req.param('id'),
      idempotencyKey: context.req.header('idempotency-key'),
      body: await context.req.json(),
    })
    return context.body(body, 200, { ...headers, 'Content-Type': 'application/json' })
  })

  app.notFound((context) => reject(context, notFound()))
  app.onError((error, context) => reject(context, toRejection(error)))

  const server = createServer(getRequestListener(app.fetch))
  return { port: await listenOnFreePort(server), stop: () => stopServer(server, platform) }
}

function reject(context: Context<Environment>, rejection: Rejection): Response {
  const problem = toProblem(rejection, context.get('requestId'))
  const headers = { ...rejection.headers, 'Content-Type': 'application/problem+json' }
  return context.body(JSON.stringify(problem), rejection.status as ContentfulStatusCode, headers)
}

async function stopServer(server: Server, platform: { close(): Promise<void> }): Promise<void> {
  server.closeAllConnections()
  server.close()
  await platform.close()
}
