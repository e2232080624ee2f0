import { describe, expect, it } from 'vitest'
import { guardFetch } from './guarded-fetch.ts'

const address = 'https://maple.myshopify.com/admin/api/2026-10/graphql.json'
const responseBytesMax = 262_144

function guardResponse(response: Response) {
  const calls: [string, RequestInit | undefined][] = []
  const guarded = guardFetch(async (url, init) => {
    calls.push([url, init])
    return response
  }, new AbortController().signal)
  return { guarded, calls }
}

/** A body that would never end; `cancelled` tells that its reader gave up. */
function endlessBody() {
  const state = { cancelled: false }
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      state.cancelled = true
    },
  })
  return { body, state }
}

describe('guardFetch', () => {
  it('hands over status, headers and body', async () => {
    const { guarded } = guardResponse(new Response('{}', { status: 429, headers: { 'retry-after': '2.0' } }))
    const response = await guarded(address)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '2.0',
      '{}',
    ])
  })

  it('sends the request as it is, but follows no redirect [D36]', async () => {
    const { guarded, calls } = guardResponse(new Response('{}'))
    await guarded(address, { method: 'POST', body: '{}', redirect: 'follow' })
    expect(calls).toMatchObject([[address, { method: 'POST', body: '{}', redirect: 'manual' }]])
  })

  it('hands over a response without a body', async () => {
    const { guarded } = guardResponse(new Response(null, { status: 204 }))
    expect((await guarded(address)).status).toBe(204)
  })

  it('reads 262,144 bytes [D36]', async () => {
    const { guarded } = guardResponse(new Response(new Uint8Array(responseBytesMax)))
    expect((await (await guarded(address)).arrayBuffer()).byteLength).toBe(responseBytesMax)
  })

  it('rejects 262,145 bytes [D36]', async () => {
    const { guarded } = guardResponse(new Response(new Uint8Array(responseBytesMax + 1)))
    await expect(guarded(address)).rejects.toThrow('too large')
  })

  it('stops reading a body that never ends [D36]', async () => {
    const { body, state } = endlessBody()
    const { guarded } = guardResponse(new Response(body))
    await expect(guarded(address)).rejects.toThrow('too large')
    expect(state.cancelled).toBe(true)
  })

  it.each([
    'http://maple.myshopify.com/admin',
    'https://maple.myshopify.com:8443/admin',
    'https://user@maple.myshopify.com/admin',
    'https://maple.myshopify.com.evil.example/admin',
    'https://evil.example/maple.myshopify.com/',
    'https://a.b.myshopify.com/admin',
    'https://myshopify.com/admin',
    'https://.myshopify.com/admin',
    'https://maple.myshopify.com./admin',
    'https://127.0.0.1/admin',
    'https://[::1]/admin',
    'https://maple.myshopify.com',
    `https://${'a'.repeat(64)}.myshopify.com/admin`,
    'file:///etc/passwd',
  ])('makes no connection to %s [D36]', async (url) => {
    const { guarded, calls } = guardResponse(new Response('{}'))
    await expect(guarded(url)).rejects.toThrow('not that of a shop')
    expect(calls).toEqual([])
  })

  it('reaches a shop whose label has 63 characters', async () => {
    const { guarded, calls } = guardResponse(new Response('{}'))
    await guarded(`https://${'a'.repeat(63)}.myshopify.com/admin`)
    expect(calls).toHaveLength(1)
  })
})
