import { createRequire } from 'node:module'

const adapter = '@shopify/shopify-app-express'
// The first version that reads `hooks`. Earlier ones ignore it without a word.
const firstMajorWithHooks = 8

/**
 * Warns of a hook that can never run, because the app's Shopify adapter knows no hooks.
 *
 * @param places - files to look for the adapter from; default: the program that was started, then this package
 */
export function warnOfHookThatNeverRuns(
  places: readonly (string | undefined)[] = [globalThis.process?.argv[1], import.meta.url],
): void {
  const version = places.map(findAdapterVersion).find((found) => found !== undefined)
  if (version === undefined || Number.parseInt(version, 10) >= firstMajorWithHooks) return
  globalThis.process.emitWarning(
    `No install will be identified: ${adapter} ${version} never runs hooks.afterAuth, which came with ` +
      `${firstMajorWithHooks}.0. Put identifyAfterAuth() behind shopify.auth.callback() instead.`,
    'AffiliateRecipesWarning',
  )
}

/** Undefined where the adapter cannot be found, in a bundle for example: no reason to warn. */
function findAdapterVersion(place: string | undefined): string | undefined {
  try {
    const { version } = createRequire(place ?? '')(`${adapter}/package.json`)
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
