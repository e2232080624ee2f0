import { type RunningServer, startServer } from '@affiliate-platform/service'
import { connectRaw, type RawClient } from './raw-client.ts'
import { buildRules, termsPath } from './terms.ts'
import { createTestService, type TestService, type TestServiceOptions } from './test-service.ts'

/** The service under test behind a real socket. */
export interface ListeningService extends TestService {
  readonly server: RunningServer
  connect(): Promise<RawClient>
  /** The head of a terms write for the demo's membership, with further header lines. */
  termsHead(...headerLines: readonly string[]): string
}

/** The smallest valid body of a terms write, as text. */
export const validBody = JSON.stringify({ rules: buildRules() })

/** Starts the service on any free port. */
export async function startTestService(options: TestServiceOptions = {}): Promise<ListeningService> {
  const service = await createTestService(options)
  const server = await startServer(service.app, { host: '127.0.0.1', port: 0 })
  return {
    ...service,
    server,
    connect: () => connectRaw(server.port),
    termsHead: (...headerLines) =>
      [
        `PATCH ${termsPath(service.ids.membershipId)} HTTP/1.1`,
        'Host: service.test',
        `Authorization: Bearer ${service.keys.affiliate}`,
        'Content-Type: application/json',
        ...headerLines,
        '\r\n',
      ].join('\r\n'),
    close: async () => {
      await server.stop(0)
      await service.close()
    },
  }
}
