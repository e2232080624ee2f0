import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf, identifyCalls } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { isBoolean, readProperty } from './resolve-value.ts'

/** Whether the hook can get at offline tokens, as far as the tokens of the app ask for that. */
export function checkTokens(app: CheckedApp): readonly Finding[] {
  const { sources } = app
  const has = ({ options }: KnownCall, name: string) => readProperty(options, name, sources) !== 'absent'
  const blind = identifyCalls(app).filter((call) => !has(call, 'sessionStorage') && !has(call, 'readShop'))
  const apps = callsOf(app, 'shopifyApp')
  if (apps.some(({ options }) => isBoolean(readProperty(options, 'useOnlineTokens', sources), true))) {
    return blind
      .filter((call) => !has(call, 'readContact'))
      .map(({ place }) => atPlace(place, withoutOffline))
  }
  const isRenewed = apps.every(({ options }) => {
    const future = readProperty(options, 'future', sources)
    if (typeof future === 'string') return future === 'unseen'
    const flag = readProperty(future, 'expiringOfflineAccessTokens', sources)
    return flag === 'unseen' || isBoolean(flag, true)
  })
  if (isRenewed || callsOf(app, 'retryMissedInstalls').length > 0) return []
  return blind.map(({ place }) => atPlace(place, neverSent))
}

const withoutOffline = error(
  'HOOK',
  'The app uses online tokens, and the hook cannot find the offline ones: no shop is identified at its install.',
  'Pass the hook readShop, or the sessionStorage of the app.',
)

const neverSent = warning(
  'MISSED',
  'The tokens never expire, and nothing can read the other shops: an install that was missed is never sent.',
  'Pass the hook readShop or sessionStorage, or call retryMissedInstalls.',
)
