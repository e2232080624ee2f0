import type { Challenge, PasskeySecret } from '@affiliate-platform/platform/people'
import type { RelyingParty } from './relying-party.ts'

/** What every signature of a device is compared with. */
interface Expected {
  readonly party: RelyingParty
  /** Reads a challenge; `undefined` for one that is not good for this. */
  readonly readChallenge: (text: string) => Challenge | undefined
}

/** What a browser has handed over of a device's new passkey, as base64url. */
export interface MadePasskey {
  readonly credentialId: string
  readonly attestationObject: string
  readonly clientDataJson: string
}

/** What a browser has handed over of a device's signature, as base64url. */
export interface SignedPasskey {
  readonly authenticatorData: string
  readonly clientDataJson: string
  readonly signature: string
}

/** What a device may sign by: Ed25519, P-256 and RSA, by their numbers of COSE. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257]

/** Whether what verifies passkeys is installed: the service does without it. */
export const isPasskeyLibraryInstalled = ((): boolean => {
  try {
    import.meta.resolve('@simplewebauthn/server')
    return true
  } catch {
    return false
  }
})()

/**
 * Verifies that a device has made a passkey for this challenge, and has looked who is there.
 *
 * @returns `undefined` where anything of it is not so
 */
export async function verifyMade(
  { party, readChallenge }: Expected,
  { credentialId: id, ...made }: MadePasskey,
): Promise<(PasskeySecret & { readonly counter: number; readonly challenge: Challenge }) | undefined> {
  const [{ verifyRegistrationResponse }, helpers] = await loadLibrary()
  return await orUndefined(async () => {
    const { attestationObject, clientDataJson: clientDataJSON } = made
    // Nobody asked who has made the device: certificates of it are not read, nor are the lists of revoked ones fetched that
    // they name.
    const object = helpers.decodeAttestationObject(helpers.isoBase64URL.toBuffer(attestationObject))
    const isPlain = object.get('fmt') === 'none' || object.get('fmt') === 'packed'
    if (!isPlain || object.get('attStmt').get('x5c') !== undefined) return undefined
    let challenge: Challenge | undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { attestationObject, clientDataJSON },
      },
      expectedChallenge: (text) => {
        challenge = readChallenge(text)
        return challenge !== undefined
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
      requireUserVerification: true,
    })
    if (!verified || challenge === undefined) return undefined
    const { credential } = registrationInfo
    const credentialId = helpers.isoBase64URL.toBuffer(credential.id)
    return { credentialId, publicKey: credential.publicKey, counter: credential.counter, challenge }
  })
}

/**
 * Verifies that a passkey has signed a challenge, and that its device has looked who is there. The counter is the caller's to
 * compare, where no rival changes it meanwhile.
 *
 * @returns `undefined` where anything of it is not so
 */
export async function verifySigned(
  { party, readChallenge }: Expected,
  { credentialId, publicKey }: PasskeySecret,
  { authenticatorData, clientDataJson: clientDataJSON, signature }: SignedPasskey,
): Promise<{ readonly counter: number; readonly challenge: Challenge } | undefined> {
  const [{ verifyAuthenticationResponse }] = await loadLibrary()
  return await orUndefined(async () => {
    const id = Buffer.from(credentialId).toString('base64url')
    let challenge: Challenge | undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { authenticatorData, clientDataJSON, signature },
      },
      expectedChallenge: (text) => {
        challenge = readChallenge(text)
        return challenge !== undefined
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The library compares counters before it looks at the signature.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified && challenge !== undefined
      ? { counter: authenticationInfo.newCounter, challenge }
      : undefined
  })
}

// A quarter of a second, which who signs in by a link does not wait.
const loadLibrary = () =>
  Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])

/** What the library throws says what a client has sent, and is told to nobody. */
async function orUndefined<Value>(verify: () => Promise<Value | undefined>): Promise<Value | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
