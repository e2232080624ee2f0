import { createGate } from '@affiliate-platform/test-support/gate'
import { connectRaw } from '@affiliate-platform/test-support/raw-client'
import { expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { startServer } from '../../src/start-server.ts'

/** An app whose responses wait until the test lets them go. */
function createGatedApp() {
  const gate = createGate()
  const arrived = createGate()
  let isStopAnnounced = false
  const app: App = {
    handle: async ({ target }) => {
      if (target === '/slow') {
        arrived.open()
        await gate.promise
      }
      return { status: 200, headers: {}, body: 'done' }
    },
    fetch: () => Promise.reject(new Error('not used')),
    announceStop: () => {
      isStopAnnounced = true
    },
  }
  return { app, release: gate.open, arrived: arrived.promise, isStopAnnounced: () => isStopAnnounced }
}

const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
const quick = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n'

test('finishes what is in flight, closes idle connections and takes no new ones', async () => {
  const { app, release, arrived, isStopAnnounced } = createGatedApp()
  const server = await startServer(app, { host: '127.0.0.1', port: 0 })
  const idle = await connectRaw(server.port)
  idle.send(quick)
  await idle.readResponse()
  const busy = await connectRaw(server.port)
  busy.send(slow)
  await arrived

  const startedAtMs = performance.now()
  const stopped = server.stop(30_000)
  expect(isStopAnnounced()).toBe(true)
  await idle.closed()
  await expect(connectRaw(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  release()
  const response = await busy.readResponse()
  expect(response.body).toBe('done')
  expect(response.headers.get('connection')).toBe('close')
  await stopped
  expect(performance.now() - startedAtMs).toBeLessThan(20_000)
})

test('cuts off at the deadline what does not end', async () => {
  const { app, arrived } = createGatedApp()
  const server = await startServer(app, { host: '127.0.0.1', port: 0 })
  const [busy, halfSent] = [await connectRaw(server.port), await connectRaw(server.port)]
  busy.send(slow)
  halfSent.send('GET /quick HTTP/1.1\r\nHost:')
  await arrived
  await server.stop(50)
  await busy.closed()
  await halfSent.closed()
})

test('may be asked to stop twice', async () => {
  const { app } = createGatedApp()
  const server = await startServer(app, { host: '127.0.0.1', port: 0 })
  await Promise.all([server.stop(1000), server.stop(1000)])
})

test('shows an IPv6 host in brackets', async () => {
  const { app } = createGatedApp()
  const server = await startServer(app, { host: '::1', port: 0 })
  expect(server.baseUrl).toBe(`http://[::1]:${server.port}`)
  expect((await fetch(`${server.baseUrl}/quick`)).status).toBe(200)
  await server.stop(1000)
})
