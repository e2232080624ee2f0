import { operations } from '@affiliate-platform/contract'
import Fastify from 'fastify'
import { createPeerPlatform, fixedHeaders, toRejection } from '../platform/peer-platform.ts'
import { bodyTooLarge, notFound, type Rejection, toProblem } from '../platform/rejection.ts'
import { payoutsQuery } from '../platform/schemas.ts'
import { stores } from '../platform/stores/open-store.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

/** Fastify 5, zod and pg. */
export const start: StartServer = async ({ databaseUrl, store }) => {
  const platform = createPeerPlatform(await stores[store](databaseUrl))
  const app = Fastify({ bodyLimit: 65_536 })

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(fixedHeaders())
  })

  app.get(operations.listPayouts.path, async (request, reply) => {
    const credential = await platform.authenticate(request.headers.authorization, 'payouts:read')
    const { headers, body } = await platform.listPayouts(credential, payoutsQuery.parse(request.query))
    return reply.headers(headers).send(body)
  })

  app.patch<{ Params: { id: string } }>(operations.saveTerms.path, async (request, reply) => {
    const credential = await platform.authenticate(request.headers.authorization, 'terms:write')
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    const write = { membershipId: request.params.id, idempotencyKey, body: request.body }
    const { headers, body } = await platform.saveTerms(credential, write)
    return reply.headers(headers).type('application/json; charset=utf-8').send(body)
  })

  const reject = (reply: import('fastify').FastifyReply, rejection: Rejection) =>
    reply
      .code(rejection.status)
      .headers(rejection.headers)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(toProblem(rejection, String(reply.getHeader('x-request-id')))))

  app.setNotFoundHandler((_request, reply) => reject(reply, notFound()))
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    reject(reply, error.statusCode === 413 ? bodyTooLarge() : toRejection(error)),
  )

  await app.ready()
  return {
    port: await listenOnFreePort(app.server),
    stop: async () => {
      app.server.closeAllConnections()
      await app.close()
      await platform.close()
    },
  }
}
