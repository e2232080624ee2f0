import type { AddressInfo } from 'node:net'
import { connectRaw } from '@affiliate-platform/test-support/raw-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createHttpServer } from '../../src/http/node-edge.ts'

const piece = new Uint8Array(64 * 1024).fill(97)

/** What was made of a response, and whether its making has ended. */
const made = { pieces: 0, isOver: false }
async function* make(count: number, breaksAt = Number.POSITIVE_INFINITY) {
  Object.assign(made, { pieces: 0, isOver: false })
  try {
    for (let number = 0; number < count; number += 1) {
      if (number === breaksAt) throw new Error('The database is gone.')
      made.pieces += 1
      yield piece
    }
  } finally {
    made.isOver = true
  }
}

let server: ReturnType<typeof createHttpServer> | undefined
async function serve(pieces: () => ReturnType<typeof make>): Promise<string> {
  server = createHttpServer(async () => ({ status: 200, headers: {}, body: pieces() }))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => server?.close())

test('sends what is made piece by piece, whole [D348]', async () => {
  const response = await fetch(await serve(() => make(100)))
  expect((await response.arrayBuffer()).byteLength).toBe(100 * piece.length)
})

test('breaks a response off where its making fails: nobody takes it for whole [D348]', async () => {
  const response = await fetch(await serve(() => make(100, 50)))
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('makes no more than a client takes, and nothing for one that has left [D348]', async () => {
  const url = new URL(await serve(() => make(100_000)))
  const client = await connectRaw(Number(url.port))
  client.socket.pause()
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  // Both sides of the connection hold some megabytes.
  let before = -1
  await vi.waitUntil(
    () => {
      const isStill = made.pieces > 0 && made.pieces === before
      before = made.pieces
      return isStill
    },
    { interval: 300, timeout: 20_000 },
  )
  expect(made.pieces).toBeLessThan(1000)
  expect(made.isOver).toBe(false)
  client.socket.destroy()
  await vi.waitUntil(() => made.isOver, { timeout: 20_000 })
})
