import { type ListId, operations } from '@affiliate-platform/contract'
import type { World, WorldKey } from '../database/world.ts'
import type { HttpResponse } from './http-connection.ts'

/** What one connection sends. */
export interface Visitor {
  /** The next request. */
  next(): string
  /** @throws for a response that is not the expected one: such a slice does not count */
  read(response: HttpResponse): void
}

/** A way to use a server. */
export interface Script {
  /** Prepares the server's state for a slice, outside the measured time. */
  readonly prepare?: (send: (request: string) => Promise<HttpResponse>) => Promise<void>
  /** A visitor for each connection. */
  createVisitor(): Visitor
}

/** What a script is made from. */
export interface ScriptContext {
  readonly world: World
  readonly databaseUrl: string
  /** Which keys to use: every case of a suite has a lane of its own. */
  readonly lane: number
  /** The list that is walked. */
  readonly list: ListId
  /** Where in the lane to start, from 0 to 1: the same for every case of a round and number of connections. */
  readonly start: number
  /** Distinguishes the writes of this slice from all others. */
  readonly slice: string
}

/** Makes a script for a slice. */
export type CreateScript = (context: ScriptContext) => Script | Promise<Script>

/**
 * Hands out keys one after the other. A key is used for a few requests in a row, as a client that walks through pages
 * does, and far less than its quota allows.
 */
export function createKeyRing(keys: readonly WorldKey[], start: number): () => WorldKey {
  let place = Math.floor(start * keys.length)
  return () => {
    const key = keys[place % keys.length]
    if (key === undefined) throw new RangeError('The lane has no keys.')
    place += 1
    return key
  }
}

/**
 * Has every key send a request before anything is measured. A key that a process meets for the first time waits for
 * those of others (D72): once in its life, but once in twenty requests here.
 */
export function makeKnown(keys: readonly WorldKey[]): NonNullable<Script['prepare']> {
  return async (send) => {
    for (let start = 0; start < keys.length; start += keysAtOnce) {
      const some = keys.slice(start, start + keysAtOnce)
      await Promise.all(
        some.map(async ({ apiKey }) => {
          const { path } = operations.listPayouts
          expectStatus(200)(await send(toRequest('GET', `${path}?limit=1`, { key: apiKey })))
        }),
      )
    }
  }
}

const keysAtOnce = 100

/** How many requests in a row a key sends. */
export const burst = 20

/** The lane of a case. */
export function laneOf<Lane>(lanes: readonly Lane[], lane: number): Lane {
  const found = lanes[lane]
  if (found === undefined) throw new RangeError(`There are only ${lanes.length} lanes.`)
  return found
}

/** Writes a request. */
export function toRequest(
  method: string,
  target: string,
  { key, headers = [], body }: { key?: string; headers?: readonly string[]; body?: string },
): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...headers,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Makes a check that every response has one status. */
export function expectStatus(expected: number): (response: HttpResponse) => void {
  return ({ status, body }) => {
    if (status !== expected) throw new Error(`Expected ${expected}, got ${status}: ${body.toString()}`)
  }
}
