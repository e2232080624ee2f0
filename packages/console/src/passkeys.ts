import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** What a browser's own errors mean for who sits there. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'Cancelled, timed out, or this device has no passkey for this page.',
  InvalidStateError: 'This device already has one of your passkeys.',
  SecurityError: 'The browser does not allow passkeys at this address.',
}

/**
 * Has a device sign by one of its passkeys.
 *
 * @throws Error that says what a person can do
 */
export async function signByPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const { id, response } = await explained(() => startAuthentication({ optionsJSON: options }))
  const { userHandle = '', authenticatorData, clientDataJSON: clientDataJson, signature } = response
  const body: ConsoleBody<'signInByPasskey'> = { authenticatorData, clientDataJson, signature }
  return { authorization: `Passkey ${userHandle}.${id}`, body }
}

/**
 * Has a device make a passkey.
 *
 * @throws Error that says what a person can do
 */
export async function makePasskey(
  options: NonNullable<ConsoleResponse<'challengePasskey'>['options']>,
): Promise<Omit<ConsoleBody<'addPasskey'>, 'name'>> {
  const { id, response } = await explained(() =>
    // The words for how a device is reached are the browser's own, as it once told them.
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { attestationObject, clientDataJSON: clientDataJson, transports = [] } = response
  return { credentialId: id, attestationObject, clientDataJson, transports }
}

async function explained<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    throw new Error(reasons[name] ?? 'The browser or device could not complete it.', { cause })
  }
}
