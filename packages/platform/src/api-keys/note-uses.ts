import type { Credential } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/statements/database.ts'
import { noteCredentialUses } from './credential-store.ts'

/**
 * Creates what notes that keys are in use, beside the requests: whoever only wants to know when a key was used keeps
 * nobody waiting, and fails nobody. It takes one connection at most, however many keys are used for the first time (D251).
 *
 * @param clock - a test's time
 */
export function createUseNotes(
  database: Queryable,
  clock?: () => number,
): (credential: Pick<Credential, 'workspaceId' | 'id'>) => void {
  const used = new Map<string, Set<string>>()
  let isBusy = false

  async function noteAll(): Promise<void> {
    isBusy = true
    for (const [workspaceId, ids] of used) {
      used.delete(workspaceId)
      await noteCredentialUses(database, { workspaceId, ids: [...ids] }, clock?.()).catch(() => undefined)
    }
    isBusy = false
  }

  return ({ workspaceId, id }) => {
    used.set(workspaceId, (used.get(workspaceId) ?? new Set()).add(id))
    if (!isBusy) void noteAll()
  }
}
