import type { Ledger, LedgerEntry, LedgerKind } from './ledger.ts'

/** A client of the package `redis`; only `eval` is called. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}

/** A client of the package `ioredis`; only `eval` is called. */
export interface IoRedisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>
  /** Tells the two packages apart. */
  readonly defineCommand: unknown
}

/** Options of a Redis ledger. */
export interface RedisLedgerOptions {
  /** Put before each of the three keys. Give each app its own. Default `{affiliate}:`. */
  readonly prefix?: string
}

// KEYS: the entries by their key, and the keys of a kind by the time when they are due.
const readScript = `return redis.call('HGET', KEYS[1], ARGV[1])`

const replaceScript = `
  local found = redis.call('HGET', KEYS[1], ARGV[1])
  local claim = found and cjson.decode(found).claim or ''
  if claim ~= ARGV[2] then return 0 end
  if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
  if ARGV[4] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1]) end
  return 1`

const listDueScript = `
  local keys = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
  if #keys == 0 then return {} end
  return redis.call('HMGET', KEYS[1], unpack(keys))`

/**
 * Makes a ledger in Redis or Valkey, from 2.6 on: nothing has to be created. The database must keep what is
 * written: no eviction, and a persistence of its own. A forgotten shop is identified once more.
 *
 * @param client - a client of `redis` or `ioredis`, connected
 *
 * @example
 * ```ts
 * import { createRedisLedger, type NodeRedisClient } from '@affiliate-platform/shopify-recipes'
 *
 * declare const redis: NodeRedisClient
 * const ledger = createRedisLedger(redis)
 * ```
 */
export function createRedisLedger(
  client: NodeRedisClient | IoRedisClient,
  { prefix = '{affiliate}:' }: RedisLedgerOptions = {},
): Ledger {
  const run = (script: string, kind: string, values: string[]): Promise<unknown> => {
    const keys = [`${prefix}entries`, `${prefix}due:${kind}`]
    return 'defineCommand' in client
      ? client.eval(script, keys.length, ...keys, ...values)
      : client.eval(script, { keys, arguments: values })
  }
  return {
    read: async (key) => parseEntry(await run(readScript, kindOf(key), [key])),
    replace: async (key, expected, next) => {
      const values = [
        expected ?? '',
        next === null ? '' : JSON.stringify(next),
        next?.dueAtMs?.toString() ?? '',
      ]
      return (await run(replaceScript, kindOf(key), [key, ...values])) === 1
    },
    listDue: async (kind: LedgerKind, untilMs, limit) => {
      const found = await run(listDueScript, kind, [String(untilMs), String(limit)])
      return (Array.isArray(found) ? found : []).flatMap((text) => parseEntry(text) ?? [])
    },
  }
}

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))

const parseEntry = (text: unknown): LedgerEntry | null =>
  typeof text === 'string' ? (JSON.parse(text) as LedgerEntry) : null
