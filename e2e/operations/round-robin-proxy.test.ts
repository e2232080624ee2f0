import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type RoundRobinProxy, startRoundRobinProxy } from './round-robin-proxy.ts'

const servers: Server[] = []
let proxy: RoundRobinProxy | undefined

afterEach(async () => {
  await proxy?.close()
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that responds its name and closes the connection. */
async function startNamed(name: string): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('Connection', 'close')
    response.end(name)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function ask(): Promise<string> {
  return await (await fetch(`http://127.0.0.1:${proxy?.port}`)).text()
}

test('hands connections to its targets in turns', async () => {
  proxy = await startRoundRobinProxy(0, [await startNamed('a'), await startNamed('b')])

  const names = [await ask(), await ask(), await ask(), await ask()]

  expect(names.toSorted().join('')).toBe('aabb')
  expect(names[0]).toBe(names[2])
})

test('passes over a target that is down, and comes back to it', async () => {
  const [a, b] = [await startNamed('a'), await startNamed('b')]
  proxy = await startRoundRobinProxy(0, [a, b])
  const [down] = servers

  down?.close()
  expect([await ask(), await ask(), await ask()]).toEqual(['b', 'b', 'b'])

  down?.listen(a, '127.0.0.1')
  expect(new Set([await ask(), await ask()])).toEqual(new Set(['a', 'b']))
})

test('closes the connection when every target is down', async () => {
  const port = await startNamed('a')
  servers[0]?.close()
  proxy = await startRoundRobinProxy(0, [port])

  await expect(ask()).rejects.toThrow('fetch failed')
})
