import type { IdentifyPort } from './identify-port.ts'

/** Both variants were set up, and nothing says that this is meant. */
export class BothVariantsError extends Error {
  override readonly name = 'BothVariantsError'
  readonly code = 'both_variants'
}

type Variant = 'identifyOnInstall' | 'forwardUninstall'

// Recipes that are given no client share one, and so one mark.
const sharedClientMark = {}
const chosen = new WeakMap<object, Variant>()

/**
 * Notes which variant a client serves. Interface 4.4 rule 1: choose one, do not combine them blindly.
 *
 * @throws BothVariantsError when the client serves the other variant already
 */
export function chooseVariant(client: IdentifyPort | undefined, variant: Variant): void {
  const mark = client ?? sharedClientMark
  const before = chosen.get(mark) ?? variant
  if (before === variant) return void chosen.set(mark, variant)
  throw new BothVariantsError(
    'identifyOnInstall and forwardUninstall are both set up, and each shop would be sent twice. ' +
      'Keep identifyOnInstall with handleUninstall, or forwardUninstall alone. If sending both is meant, give ' +
      'forwardUninstall the option deliberatelyWithIdentifyOnInstall. After a switch, restart the process.',
  )
}
