import type { ClientRequest, IncomingMessage, request } from 'node:http'
import {
  createTextCollector,
  describeTransportFault,
  type Exchange,
  type ResponseHead,
  type TransportOptions,
  type TransportRequest,
} from './exchange.ts'
import { untilAborted } from './until-aborted.ts'

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
  const module =
    process.getBuiltinModule?.(name) ?? (await import(/* @vite-ignore */ /* webpackIgnore: true */ name))
  return module.request
}

/** Sends a request once by Node's own client. Never throws, and follows no redirect. */
export async function exchangeByNode(
  send: NodeRequest,
  { url, method, headers, body }: TransportRequest,
  { signal, stop }: TransportOptions,
): Promise<Exchange> {
  let outgoing: ClientRequest | undefined
  let response: ResponseHead | undefined
  const receive = () =>
    new Promise<Exchange>((resolve, reject) => {
      outgoing = send(url, { method, headers })
      // It stays: a socket may break again after the exchange has ended.
      outgoing.on('error', reject)
      outgoing.once('close', () => response ?? reject())
      outgoing.once('response', (message) => {
        const head = toHead(message)
        response = head
        readText(message, head.ok).then((text) => resolve({ response: head, text }), reject)
      })
      outgoing.end(body)
    })
  try {
    return await untilAborted([signal, stop], receive)
  } catch (error) {
    outgoing?.destroy()
    return stop.aborted ? { response, fault: 'timeout' } : { response, ...describeTransportFault(error) }
  }
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
