type Variant = 'identifyOnInstall' | 'forwardUninstall'

const setUp = new Set<Variant>()

/**
 * Notes that a variant is set up, and warns once when both are (interface 4.4 rule 1): a mistake in a side feature
 * must not keep the app from starting.
 */
export function noteVariant(variant: Variant): void {
  const isSecond = !setUp.has(variant) && setUp.size > 0
  setUp.add(variant)
  if (!isSecond) return
  globalThis.process?.emitWarning?.(
    'identifyOnInstall and forwardUninstall are both set up, and each shop is sent twice. ' +
      'Keep identifyOnInstall with handleUninstall, or only forwardUninstall. If sending both is intended, set ' +
      'the option deliberatelyWithIdentifyOnInstall of forwardUninstall.',
    { type: 'AffiliateRecipesWarning', code: 'both_variants' },
  )
}
