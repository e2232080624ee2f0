import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf, identifyCalls, installCalls } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { readProperty } from './resolve-value.ts'

/** Which recipes an app uses, and whether they go together. */
export function checkVariants(app: CheckedApp, appId: string | undefined): readonly Finding[] {
  const installs = installCalls(app)
  const backfills = callsOf(app, 'backfillRoute')
  return [
    ...checkPair(app, installs),
    ...(appId ? [] : [...installs, ...backfills].flatMap((call) => checkAppId(call, app))),
  ]
}

/** Interface 4.4 rule 1: one variant, not both blindly. */
function checkPair(app: CheckedApp, [install]: readonly KnownCall[]): readonly Finding[] {
  if (install === undefined) return []
  const forwards = callsOf(app, 'forwardUninstall')
  const both = forwards.filter(
    ({ options }) =>
      readProperty(options, 'deliberatelyWithIdentifyOnInstall', app.sources) === 'absent' ||
      options === undefined,
  )
  if (both.length > 0 && identifyCalls(app).length > 0)
    return both.map(({ place, isBranch }) => atPlace(place, judgeBoth(isBranch)))
  if (forwards.length + callsOf(app, 'handleUninstall').length > 0) return []
  const remedy = 'Add the webhook app/uninstalled with handleUninstall and the same ledger.'
  return [
    atPlace(
      install.place,
      warning('REINSTALL', 'Nothing clears the ledger: a reinstall is never identified.', remedy),
    ),
  ]
}

function judgeBoth(isBranch: boolean): Finding {
  if (isBranch) {
    const detail =
      'A condition chooses between forwardUninstall and identifyOnInstall; which one runs cannot be checked.'
    return warning('BOTH', detail, 'Keep the lines of one variant, or let one condition decide on both.')
  }
  const detail = 'identifyOnInstall and forwardUninstall are both active: each shop is sent twice.'
  const remedy =
    'Replace forwardUninstall with handleUninstall, or set its option deliberatelyWithIdentifyOnInstall.'
  return error('BOTH', detail, remedy)
}

function checkAppId({ options, place }: KnownCall, { sources }: CheckedApp): readonly Finding[] {
  if (readProperty(options, 'appId', sources) !== 'absent') return []
  const detail = 'AFFILIATE_APP_ID is not set and no appId is passed: nothing can be identified.'
  return [atPlace(place, error('APP-ID', detail, "Set it to the app's id on the affiliate platform."))]
}
