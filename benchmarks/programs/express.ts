import { createServer } from 'node:http'
import { operations } from '@affiliate-platform/contract'
import express, { type NextFunction, type Request, type Response } from 'express'
import { createPeerPlatform, fixedHeaders, toRejection } from '../platform/peer-platform.ts'
import { bodyTooLarge, notFound, type Rejection, toProblem } from '../platform/rejection.ts'
import { payoutsQuery } from '../platform/schemas.ts'
import { stores } from '../platform/stores/open-store.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

/** Express 5, zod and pg. In its best form it makes no ETags, which nobody asks for here. */
export const start: StartServer = async ({ databaseUrl, store }) => {
  const platform = createPeerPlatform(await stores[store](databaseUrl))
  const app = express()
  if (store !== 'ordinary') app.disable('etag').disable('x-powered-by')

  app.use((_request, response, next) => {
    response.set(fixedHeaders())
    next()
  })

  app.get(operations.listPayouts.path, async (request, response) => {
    const credential = await platform.authenticate(request.headers.authorization, 'payouts:read')
    const { headers, body } = await platform.listPayouts(credential, payoutsQuery.parse(request.query))
    response.set(headers).json(body)
  })

  app.patch(
    operations.saveTerms.path,
    express.json({ limit: 65_536 }),
    async (request: Request<{ id: string }>, response: Response) => {
      const credential = await platform.authenticate(request.headers.authorization, 'terms:write')
      const { headers, body } = await platform.saveTerms(credential, {
        membershipId: request.params.id,
        idempotencyKey: request.get('idempotency-key'),
        body: request.body,
      })
      response.set(headers).type('application/json').send(body)
    },
  )

  app.use((_request, response) => reject(response, notFound()))
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) =>
    reject(response, error.status === 413 ? bodyTooLarge() : toRejection(error)),
  )

  const server = createServer(app)
  const port = await listenOnFreePort(server)
  return {
    port,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await platform.close()
    },
  }
}

function reject(response: Response, rejection: Rejection): void {
  response
    .status(rejection.status)
    .set(rejection.headers)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(rejection, String(response.getHeader('x-request-id')))))
}
