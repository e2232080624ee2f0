// Loaded before an app by `node --import`: what goes to *.myshopify.com reaches the simulator on the loopback
// interface. The app's `fetch` stays Node's own: only where its connections go is changed.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { moveClock } from './clock.js'

// The test moves the clock on, also that of a runtime which the process only starts.
process.on('message', async (aheadMs) => {
  moveClock(aheadMs)
  await globalThis.moveClockOfRuntime?.(aheadMs)
  process.send('moved')
})
process.channel?.unref()

const simulator = new URL(process.env.SIMULATOR_URL)

// Node makes the dispatcher of `fetch` at its first use; which symbol it reads depends on its version.
await fetch('data:,')
for (const symbol of ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for)) {
  const dispatcher = globalThis[symbol]
  if (dispatcher !== undefined) globalThis[symbol] = redirectDispatcher(dispatcher)
}

// Older Shopify libraries bring a fetch of their own, which stands on `node:https`; so does the one of Remix.
const request = https.request
https.request = (target, ...rest) => {
  const url = target instanceof URL || typeof target === 'string' ? new URL(target) : target
  const shop = url.hostname ?? url.host
  if (!isShop(shop)) return request(target, ...rest)
  const options = typeof rest[0] === 'object' ? { ...url, ...rest[0] } : { ...url }
  const path = `/shops/${shop}${url.pathname ?? ''}${url.search ?? ''}`
  const { hostname, port } = simulator
  const redirected = { ...options, protocol: 'http:', hostname, host: hostname, port, path, agent: undefined }
  return http.request(redirected, ...rest.filter((value) => typeof value === 'function'))
}
syncBuiltinESMExports()

function redirectDispatcher(dispatcher) {
  const dispatch = (options, handler) => {
    const { hostname } = new URL(options.origin)
    if (!isShop(hostname)) return dispatcher.dispatch(options, handler)
    const path = `/shops/${hostname}${options.path}`
    return dispatcher.dispatch({ ...options, origin: simulator.origin, path }, handler)
  }
  return new Proxy(dispatcher, {
    get: (target, name) => (name === 'dispatch' ? dispatch : Reflect.get(target, name)),
  })
}

function isShop(host) {
  return typeof host === 'string' && host.endsWith('.myshopify.com')
}
