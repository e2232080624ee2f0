import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter } from 'react-router'
import shopify from './shopify.server'

export const streamTimeout = 5000

export default function handleRequest(request, status, headers, context) {
  shopify.addDocumentResponseHeaders(request, headers)
  const readyEvent = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      [readyEvent]: () => {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
    })
    setTimeout(abort, streamTimeout + 1000)
  })
}
