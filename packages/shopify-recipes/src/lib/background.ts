import { toRecord } from './fault.ts'

/** Keeps a host alive until a promise settles, after the response was sent. */
export type WaitUntil = (promise: Promise<unknown>) => void

// The contract that Vercel's functions set, and that Next.js has on other hosts.
const contextSymbols = [Symbol.for('@vercel/request-context'), Symbol.for('@next/request-context')]
const cloudflareModule = 'cloudflare:workers'

/**
 * Finds the background lifecycle of the host at each call: Vercel's and Next's by the symbol of the request,
 * Cloudflare's by its built-in module. Every other host needs none, or must hand it over.
 *
 * @param importModule - how a built-in module is loaded
 */
export function detectWaitUntil(
  importModule: (name: string) => Promise<unknown> = (name) => import(/* @vite-ignore */ name),
): WaitUntil {
  return (promise) => {
    for (const symbol of contextSymbols) {
      const provider = toRecord(Reflect.get(globalThis, symbol))
      if (keepAlive(callMethod(provider, 'get'), promise)) return
    }
    if (globalThis.navigator?.userAgent !== 'Cloudflare-Workers') return
    importModule(cloudflareModule)
      .then((loaded) => keepAlive(loaded, promise))
      .catch(() => undefined)
  }
}

/** Hands work to the host. False when the host throws, as some do outside of a request. */
export function handOver(waitUntil: WaitUntil, work: Promise<unknown>): boolean {
  try {
    // An async function is a waitUntil too, and its rejection would be nobody's.
    Promise.resolve<unknown>(waitUntil(work)).catch(() => undefined)
    return true
  } catch {
    return false
  }
}

function keepAlive(context: unknown, promise: Promise<unknown>): boolean {
  const isKnown = typeof toRecord(context)['waitUntil'] === 'function'
  if (isKnown) callMethod(toRecord(context), 'waitUntil', promise)
  return isKnown
}

function callMethod(target: Readonly<Record<string, unknown>>, name: string, ...values: unknown[]): unknown {
  const method = target[name]
  return typeof method === 'function' ? method.apply(target, values) : undefined
}
