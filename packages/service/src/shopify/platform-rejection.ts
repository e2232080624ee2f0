import { type ErrorCode, headerNames } from '@affiliate-platform/contract'
import { ServiceError } from '@affiliate-platform/contract/server'
import type { PlatformRejection, WatchOutcome } from './commerce-platform.ts'

/** What a rejection means for the caller, and for the uninstall watch. */
interface Meaning {
  readonly code: Extract<ErrorCode, `platform_${string}`>
  readonly detail: string
  readonly watch: WatchOutcome
}

const meanings: Readonly<Record<PlatformRejection['kind'], Meaning>> = {
  token_rejected: {
    code: 'platform_token_rejected',
    detail: 'The platform did not accept the access token for this shop. Send a token that is still valid.',
    watch: 'denied',
  },
  access_denied: {
    code: 'platform_access_denied',
    detail:
      "The platform denied access. Check the app's scopes, and that its IP allowlist includes this service.",
    watch: 'denied',
  },
  shop_unavailable: {
    code: 'platform_shop_unavailable',
    detail: 'The shop is unknown, closed, frozen or locked on the platform.',
    watch: 'failed',
  },
  shop_mismatch: {
    code: 'platform_shop_mismatch',
    detail: 'The platform responded for a shop other than myshopifyDomain, or for an app other than appId.',
    watch: 'denied',
  },
  unavailable: {
    code: 'platform_unavailable',
    detail: 'The platform gave no usable response in time. Try again later.',
    watch: 'failed',
  },
}

const retryAfterSecondsDefault = 5

/** The uninstall watch's part of a rejection. */
export function toWatchOutcome({ kind }: PlatformRejection): WatchOutcome {
  return meanings[kind].watch
}

/** The error to respond with when the platform was the only source (D32). */
export function toServiceError(rejection: PlatformRejection): ServiceError {
  const { code, detail } = meanings[rejection.kind]
  if (rejection.kind !== 'unavailable') return new ServiceError(code, detail)
  const { retryAfterSeconds = retryAfterSecondsDefault, reason } = rejection
  return new ServiceError(code, detail, {
    headers: { [headerNames.retryAfter]: String(retryAfterSeconds) },
    cause: new Error(`The commerce platform gave ${reason}.`),
  })
}
