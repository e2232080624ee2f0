// Runs the worker in workerd, the server of Cloudflare Workers.
import { Miniflare } from 'miniflare'

const { COMPATIBILITY_FLAGS, PORT, PATH: _, ...bindings } = process.env

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: Number(PORT),
  modules: [{ type: 'ESModule', path: 'build/worker.js' }],
  compatibilityDate: '2026-07-01',
  compatibilityFlags: COMPATIBILITY_FLAGS ? [COMPATIBILITY_FLAGS] : [],
  bindings,
})

process.once('SIGTERM', async () => {
  await miniflare.dispose()
  process.exit()
})
globalThis.moveClockOfRuntime = (aheadMs) =>
  miniflare.dispatchFetch('http://localhost/clock', { method: 'POST', body: String(aheadMs) })
await miniflare.ready
