import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainRequest, PlainResponse } from '@affiliate-platform/contract/server'
import { createHttpServer } from './http/node-edge.ts'
import { SettingsError } from './settings.ts'

/** What a server serves. */
export interface Served {
  /** Responds to one request. Never rejects. */
  handle(request: PlainRequest): Promise<PlainResponse>
  /** From now on `/readyz` says that the service is stopping, so that no load balancer sends more. */
  announceStop(): void
  /** What is left to do after the last request. */
  finish?(): Promise<void>
}

/** Where a server is to listen. */
export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/** A listening server. */
export interface RunningServer {
  readonly host: string
  readonly port: number
  /** `http://…`, without a slash at the end. */
  readonly baseUrl: string
  /**
   * Stops gracefully: no new connection, idle ones closed, requests in flight finished, and after `deadlineMs`
   * whatever is left cut off.
   */
  stop(deadlineMs: number): Promise<void>
}

/**
 * Puts an app behind a socket. Rejects with the system's error, such as `EADDRINUSE`, or with a `SettingsError` when the
 * host name does not resolve.
 */
export async function startServer(app: Served, { host, port }: ListenOptions): Promise<RunningServer> {
  const server = createHttpServer(app.handle)
  const address = await listen(server, host, port)
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    host,
    port: address.port,
    baseUrl: `http://${shownHost}:${address.port}`,
    stop: async (deadlineMs) => {
      app.announceStop()
      await stopServer(server, deadlineMs)
      await app.finish?.()
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    // It stays: later errors, such as too many open files, must not end the process.
    server.on('error', (error) => reject(isUnknownHost(error) ? describeHost(host, error) : error))
    server.listen(port, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string')
        reject(new Error('The server has no network address.'))
      else resolve(address)
    })
  })
}

// A database that has no such host is told by the same code.
const isUnknownHost = (error: Error): boolean => Reflect.get(error, 'syscall') === 'getaddrinfo'

function describeHost(host: string, cause: Error): SettingsError {
  const remedy = 'check --host, HOST and ADMIN_HOST.'
  return new SettingsError(`${host} is neither an address nor a known name: ${remedy}`, { cause })
}

async function stopServer(server: Server, deadlineMs: number): Promise<void> {
  const deadline = new AbortController()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.race([
    closed,
    sleep(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined),
  ])
  deadline.abort()
  server.closeAllConnections()
  await closed
}
