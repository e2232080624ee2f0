import { randomUUID } from 'node:crypto'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  rejectAtOnce,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { Database, Replica } from '@affiliate-platform/platform/database'
import type { Settings } from '../settings.ts'
import { type RunningServer, type Served, startServer } from '../start-server.ts'
import { createMetrics, type Metrics } from './metrics.ts'

const healthPaths = ['/livez', '/readyz']

/** Metrics behind a socket of their own. */
export interface ServedMetrics {
  readonly metrics: Metrics
  readonly server: RunningServer
  /** From now on the app's `/livez` and `/readyz` are served here too. */
  addHealth(app: Pick<Served, 'handle'>): void
}

/**
 * Serves metrics where `ADMIN_PORT` asks for it, on a port of its own: what faces the internet never has them, however
 * the proxy in front is set up (D48). With `addHealth` a probe needs no way to the public port (D72).
 *
 * @returns `undefined` when they are off
 */
export async function serveMetrics(
  { ADMIN_HOST: host, ADMIN_PORT: port }: Settings,
  database: Database,
  replica?: Replica,
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined
  const metrics = createMetrics(database, replica)
  let app: Pick<Served, 'handle'> | undefined
  const handle = async (request: PlainRequest): Promise<PlainResponse> => {
    return app !== undefined && healthPaths.includes(pathOf(request))
      ? await app.handle(request)
      : await respondMetrics(metrics, request)
  }
  const server = await startServer({ handle, announceStop: () => undefined }, { host, port })
  return {
    metrics,
    server,
    addHealth: (served) => {
      app = served
    },
  }
}

async function respondMetrics(metrics: Metrics, request: PlainRequest): Promise<PlainResponse> {
  if (pathOf(request) !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return rejectAtOnce(
      new ServiceError('not_found', 'Only GET /metrics, /readyz and /livez exist here.'),
      '',
    )
  }
  const headers = { 'Content-Type': metrics.contentType, ...fixedHeaders(randomUUID(), '') }
  return { status: 200, headers, body: await metrics.render() }
}
