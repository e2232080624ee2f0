import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import shopify from './shopify.server.ts'

const renderTimeoutMs = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // They allow Shopify's admin to frame the page.
  shopify.addDocumentResponseHeaders(request, headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const readyEvent = isbot(request.headers.get('User-Agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      [readyEvent]: () => {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
    setTimeout(abort, renderTimeoutMs).unref()
  })
}
