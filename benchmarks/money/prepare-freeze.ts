import { newId } from '@affiliate-platform/platform/database'
import { freezeRun, previewRun } from '@affiliate-platform/platform/payout-runs'
import type { Money } from './open-money.ts'

/** Looks at what is due, and returns what freezes it. */
export async function prepareFreeze({
  database,
  world: { workspaceId },
}: Pick<Money, 'database' | 'world'>): Promise<() => Promise<void>> {
  const asOf = new Date(Date.now() - 1000)
  const previewing = await previewRun(database, { workspaceId, asOf })
  if (!previewing.ok) throw new Error(previewing.rejection)
  const { hash: previewHash } = previewing.preview
  return async () => {
    const run = { workspaceId, asOf, runId: newId(), previewHash, actor: 'system' }
    const frozen = await freezeRun(database, run)
    if (!frozen.ok) throw new Error(frozen.rejection)
  }
}
