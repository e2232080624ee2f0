import { afterAll, beforeAll, describe } from 'vitest'
import { type Engine, enginesAtHand } from './test-database.ts'
import { createTestService, type TestService, type TestServiceOptions } from './test-service.ts'

const engines: readonly Engine[] = ['pglite', 'postgres']

/** Defines a suite once for each engine, with a service of its own. Without a real Postgres its half is skipped. */
export function describeServiceOnEachEngine(
  title: string,
  options: TestServiceOptions,
  define: (service: () => TestService) => void,
): void {
  for (const engine of engines) {
    describe.skipIf(!enginesAtHand.includes(engine))(`${title}, on ${engine}`, () => {
      let service: TestService | undefined
      beforeAll(async () => {
        service = await createTestService({ ...options, engine })
      })
      afterAll(() => service?.close())
      define(() => {
        if (service === undefined) throw new Error('The service is there while the tests run.')
        return service
      })
    })
  }
}
