import { PassThrough } from 'node:stream'
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import shopify from './shopify.server.ts'

const renderTimeoutMs = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { isSimulated }: AppLoadContext,
): Promise<Response> {
  // Shopify's headers allow its admin to frame the page, and preload a script from its CDN.
  if (!isSimulated) shopify.addDocumentResponseHeaders(request, headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // The first part is sent as soon as it is there: what the affiliate platform says follows when it says it.
  const readyEvent = isbot(request.headers.get('User-Agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
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
