import type { RequestHandler } from 'express'
import type { Journal } from './journal.ts'

/** Notes how long a merchant waits for the first part of a page. */
export function notePages(journal: Journal): RequestHandler {
  return (request, response, next) => {
    const { path, query } = request
    const isPage = path === '/app' && query['id_token'] !== undefined && query['_data'] === undefined
    if (!isPage) return next()
    const startedMs = performance.now()
    const { write } = response
    // The page is streamed: a merchant sees it with its first part, long before the response ends.
    response.write = ((...args: Parameters<typeof write>) => {
      response.write = write
      const { statusCode } = response
      journal.add({
        from: 'Merchant',
        to: 'App',
        what: 'opens the app',
        shop: String(query['shop']),
        outcome: String(statusCode),
        isFine: statusCode < 400,
        tookMs: Math.round(performance.now() - startedMs),
      })
      return write.apply(response, args)
    }) as typeof write
    next()
  }
}
