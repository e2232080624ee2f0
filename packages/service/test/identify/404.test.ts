import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWritten, expectRejection } from './identify-calls.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

it.each(['GET', 'PUT', 'PATCH', 'DELETE'])(
  'knows no %s here, and says what it knows [7] [D4]',
  async (method) => {
    const response = await service.fetch('/api/identify', { method, key: service.keys.workspace })
    await expectRejection(response, 'not_found')
    expect(response.headers.get('allow')).toBe('POST')
  },
)

it.each(['/api/identify/', '/api/identify/maple', '/api/Identify', '/api/v1/identify'])(
  'knows no path %s [7]',
  async (path) => {
    const json = { myshopifyDomain: 'maple.myshopify.com', email: 'owner@sent.example' }
    const response = await service.fetch(path, { method: 'POST', key: service.keys.workspace, json })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
    expect(await countWritten(service)).toBe(0)
  },
)
