import { createRedisLedger } from '@affiliate-platform/shopify-recipes'
import { createClient } from '@redis/client'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLedger } from '../support/ledger-contract.ts'
import { isInstalled, type LocalServer, startRedis } from '../support/local-server.ts'

let server: LocalServer

describe('Redis ledger', { skip: !isInstalled.redis, meta: { needs: 'Redis (redis-server)' } }, () => {
  let nodeRedis: ReturnType<typeof createClient>
  let ioRedis: Redis

  beforeAll(async () => {
    server = await startRedis()
    nodeRedis = createClient({ url: `redis://127.0.0.1:${server.port}` })
    await nodeRedis.connect()
    ioRedis = new Redis(server.port, '127.0.0.1')
  })

  afterAll(async () => {
    await nodeRedis.close()
    await ioRedis.quit()
    await server[Symbol.asyncDispose]()
  })

  describe('with the package redis', () => {
    testLedger(async () => {
      await nodeRedis.flushAll()
      return createRedisLedger(nodeRedis)
    })
  })

  describe('with the package ioredis', () => {
    testLedger(async () => {
      await nodeRedis.flushAll()
      return createRedisLedger(ioRedis)
    })
  })

  it('keeps two apps in one database apart', async () => {
    const entry = { key: 'install:a', state: 'done', tasks: '', claim: 'c', sinceMs: 0, dueAtMs: 1 } as const
    await createRedisLedger(nodeRedis, { prefix: '{first}:' }).replace('install:a', null, entry)
    const second = createRedisLedger(nodeRedis, { prefix: '{second}:' })
    expect(await second.read('install:a')).toBeNull()
    expect(await second.listDue('install', 9, 9)).toEqual([])
  })
})
