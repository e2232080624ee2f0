// Loaded before an app by `node --import`: what goes to *.myshopify.com reaches the simulator on the loopback
// interface, at SIMULATOR_URL, and where PLATFORM_URL is set, identify calls and reports reach that, whatever service they
// were for.
// The app's `fetch` stays Node's own: only where its connections go is changed.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { SIMULATOR_URL: simulator, PLATFORM_URL: platform } = process.env

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
  const goal = findGoal(url.hostname ?? url.host, `${url.pathname ?? ''}${url.search ?? ''}`)
  if (goal === undefined) return request(target, ...rest)
  const options = typeof rest[0] === 'object' ? { ...url, ...rest[0] } : { ...url }
  const { hostname, port } = goal.server
  const redirected = { ...options, protocol: 'http:', hostname, host: hostname, port, path: goal.path }
  return http.request(
    { ...redirected, agent: undefined },
    ...rest.filter((value) => typeof value === 'function'),
  )
}
syncBuiltinESMExports()

function redirectDispatcher(dispatcher) {
  const dispatch = (options, handler) => {
    const goal = findGoal(new URL(options.origin).hostname, options.path)
    if (goal === undefined) return dispatcher.dispatch(options, handler)
    return dispatcher.dispatch({ ...options, origin: goal.server.origin, path: goal.path }, handler)
  }
  return new Proxy(dispatcher, {
    get: (target, name) => (name === 'dispatch' ? dispatch : Reflect.get(target, name)),
  })
}

function findGoal(host, path) {
  if (typeof host !== 'string') return undefined
  if (host.endsWith('.myshopify.com')) {
    return { server: new URL(simulator), path: `/shops/${host}${path}` }
  }
  if (platform && /\/api\/(?:identify|install-bridge\/v1\/\w+)$/.test(path))
    return { server: new URL(platform), path }
}
