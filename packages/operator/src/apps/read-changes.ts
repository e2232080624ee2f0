import { UsageError } from '../command-line/operator-error.ts'
import { type ManualClaimsFlag, toPermission } from './manual-claims-option.ts'

/** The flags that change a group or a membership; what is not given stays as it is. */
export interface UpdateFlags extends ManualClaimsFlag {
  readonly name?: string
}

/**
 * Reads what is to be changed.
 *
 * @throws UsageError when nothing is
 */
export function readChanges(flags: UpdateFlags) {
  const changes = { name: flags.name, allowManualClaims: toPermission(flags) }
  if (changes.name !== undefined || changes.allowManualClaims !== undefined) return changes
  throw new UsageError('Say what to change: --name or --allow-manual-claims.')
}
