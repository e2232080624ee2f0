import type { IncomingMessage, request } from 'node:http'
import {
  createTextCollector,
  describeFault,
  type Exchange,
  type ResponseHead,
  type TransportOptions,
  type TransportRequest,
} from './exchange.ts'

/** `request` of `node:http` or `node:https`. */
export type NodeRequest = typeof request

/**
 * Finds Node's own client where the host has replaced `fetch` by a polyfill, as `remix-serve` does: the abort of a
 * request with a body may leave a rejection there that nobody can catch, and ends the process.
 *
 * @returns undefined where `fetch` is the runtime's, and outside of Node
 */
export async function findNodeRequest(url: string): Promise<NodeRequest | undefined> {
  const { process, Response } = globalThis
  // The youngest part of a Response, which no polyfill has.
  if (typeof Response?.json === 'function' || process?.versions?.node === undefined) return undefined
  const name = url.startsWith('https:') ? 'node:https' : 'node:http'
  // Node 18 has no `getBuiltinModule`. The name is no literal: a bundler for other hosts must not look for it.
  const module = process.getBuiltinModule?.(name) ?? (await import(/* @vite-ignore */ name))
  return module.request
}

/** Sends a request once by Node's own client. Never throws, and follows no redirect. */
export function exchangeByNode(
  send: NodeRequest,
  { url, method, headers, body }: TransportRequest,
  { signal, timeoutMs }: TransportOptions,
): Promise<Exchange> {
  // While the client was looked up. An abort is not told again to who listens later.
  if (signal?.aborted) return Promise.resolve(describeFault(signal.reason))
  const exchange = new Promise<Exchange>((resolve) => {
    let response: ResponseHead | undefined
    const outgoing = send(url, { method, headers })
    const end = (exchange: Exchange) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      resolve(exchange)
      if (exchange.fault !== undefined) outgoing.destroy()
    }
    const fail = (error: unknown) => end({ response, ...describeFault(error) })
    const onAbort = () => fail(signal?.reason)
    const timer = setTimeout(() => end({ response, fault: 'timeout' }), timeoutMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    // It stays: a socket may break again after the exchange has ended.
    outgoing.on('error', fail)
    outgoing.once('close', () => response ?? fail(undefined))
    outgoing.once('response', (message) => {
      const head = toHead(message)
      response = head
      readText(message, head.ok).then((text) => end({ response: head, text }), fail)
    })
    outgoing.end(body)
  })
  // `send` itself throws for what cannot be a request.
  return exchange.catch(describeFault)
}

function toHead({ statusCode: status = 0, headers }: IncomingMessage): ResponseHead {
  const get = (name: string) => headers[name.toLowerCase()]?.toString() ?? null
  return { ok: status >= 200 && status < 300, status, headers: { get } }
}

async function readText(message: IncomingMessage, isSuccess: boolean): Promise<string> {
  const text = createTextCollector(isSuccess)
  for await (const chunk of message) text.add(chunk)
  return text.end()
}
