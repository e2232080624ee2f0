import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import type { ChangeWatch } from './change-watch.ts'

type ChangeOperations = Pick<typeof consoleOperations, 'awaitChange'>

/** Tells when something has changed. */
export function createChangeHandlers(changes: ChangeWatch): Handlers<ChangeOperations, RequestContext> {
  return {
    awaitChange: async ({ caller: { workspaceId, id: sessionId }, query: { tag }, gone }) => ({
      value: await changes.wait({ workspaceId, sessionId, tag, gone: gone?.() }),
    }),
  }
}
