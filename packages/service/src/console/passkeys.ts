import type { PlainRequest } from '@affiliate-platform/contract/server'
import { challengeLifeMs, type PasskeyChallenges } from '@affiliate-platform/platform/people'
import type { ConsolePlace } from './place.ts'
import { findRelyingParty, type RelyingParty } from './relying-party.ts'
import { isPasskeyLibraryInstalled } from './verify-passkey.ts'

/** What passkeys are made and verified with. */
export interface Passkeys {
  readonly challenges: PasskeyChallenges
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** For whom the passkeys of a request are; `undefined` where none are offered. */
  readonly findParty: (request: Pick<PlainRequest, 'header'>) => RelyingParty | undefined
}

/** Creates the passkeys of a console. Without the package that verifies them none are offered. */
export function createPasskeys(
  place: ConsolePlace,
  { challenges, nowMs }: Pick<Passkeys, 'challenges' | 'nowMs'>,
): Passkeys {
  const findParty: Passkeys['findParty'] = (request) =>
    isPasskeyLibraryInstalled ? findRelyingParty(place, request) : undefined
  return { challenges, nowMs, findParty }
}

/**
 * What a browser is to ask of any device for a sign-in, by whomever: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
 * Nothing is written for it.
 */
export function challengeSignIn({ challenges, nowMs, findParty }: Passkeys, request: PlainRequest) {
  const party = findParty(request)
  return (
    party && {
      challenge: challenges.make('sign_in', nowMs()),
      timeout: challengeLifeMs,
      rpId: party.id,
      userVerification: 'required',
    }
  )
}
