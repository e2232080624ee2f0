import { fillDataFolder } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMetrics, serveMetrics } from '../../src/metrics/serve-metrics.ts'
import { readSettings } from '../../src/settings.ts'

let service: TestService
let served: ServedMetrics | undefined

beforeAll(async () => {
  service = await createTestService()
  served = await serveMetrics(readSettings({ ADMIN_PORT: '0' }), service.database)
})

afterAll(async () => {
  await served?.server.stop(0)
  await service.close()
})

const send = (path: string, init?: RequestInit) => fetch(`${served?.server.baseUrl}${path}`, init)

test('serves no metrics unless a port is set, and then to this machine alone [D48]', async () => {
  expect(await serveMetrics(readSettings({}), service.database)).toBeUndefined()
  expect(served?.server.host).toBe('127.0.0.1')
  expect(readSettings({ ADMIN_HOST: '10.0.0.5' })).toMatchObject({ ADMIN_HOST: '10.0.0.5' })
})

test('has no metrics where the interface is served [D48]', async () => {
  expect((await service.fetch('/metrics')).status).toBe(404)
})

test('responds to GET and HEAD /metrics in the text format of Prometheus, never to be stored [D48]', async () => {
  const [got, head] = [await send('/metrics?x=1'), await send('/metrics', { method: 'HEAD' })]

  for (const response of [got, head]) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  expect(await got.text()).toContain('# TYPE affiliate_requests_total counter')
  expect(await head.text()).toBe('')
})

test.each([
  ['/', 'GET'],
  ['/readyz', 'GET'],
  ['/metrics', 'POST'],
])('has nothing else: %s by %s is 404 [D48]', async (path, method) => {
  const response = await send(path, { method })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('is served beside the service while that runs, with health [D48] [D72]', async () => {
  const folder = makeFolder()
  fillDataFolder(folder.path)
  const command = startCommand(['serve', '--port', '0', '--admin-port', '0', '--data-dir', folder.path])
  const { baseUrl, metricsUrl } = await command.ready()

  await fetch(`${baseUrl}/api/identify`, { method: 'POST' })
  const text = await (await fetch(metricsUrl)).text()

  expect(text).toContain('affiliate_requests_total{operation="identify",status="401"} 1')
  for (const path of ['/readyz', '/livez']) {
    expect((await fetch(new URL(path, metricsUrl))).status).toBe(200)
  }
  expect((await fetch(new URL('/docs', metricsUrl))).status).toBe(404)
  expect((await command.stop()).exitCode).toBe(0)
  folder.remove()
})
