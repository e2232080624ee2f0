import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a device is asked for, and by which page. */
export interface Asked {
  readonly challenge: string
  readonly rpId: string
  readonly origin: string
}

/** How a device may behave otherwise. */
interface Manners {
  /** What it says it does. Default: what is asked for. */
  readonly type?: string
  /** Whether it has looked who is there. Default: yes. */
  readonly isVerified?: boolean
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

/** A device with one passkey, a key pair on P-256. Its counter is what a test says. */
export function createAuthenticator(credentialId = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    credentialId: credentialId.toString('base64url'),
    /** Makes the passkey, as the body of `addPasskey` has it. */
    make: (asked: Asked, { type = 'webauthn.create', isVerified = true }: Manners = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, toCose(publicKey)])
      const data = Buffer.concat([toData(asked, { isVerified, counter: 0, hasCredential: true }), attested])
      const object = [
        ...[cbor.map(3), cbor.text('fmt'), cbor.text('none'), cbor.text('attStmt'), cbor.map(0)],
        ...[cbor.text('authData'), cbor.bytes(data)],
      ]
      return {
        credentialId: credentialId.toString('base64url'),
        attestationObject: Buffer.concat(object).toString('base64url'),
        clientDataJson: toClientData(type, asked).toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Signs a challenge, as the body of `signInByPasskey` has it. */
    sign: (asked: Asked, counter: number, { type = 'webauthn.get', isVerified = true }: Manners = {}) => {
      const data = toData(asked, { isVerified, counter, hasCredential: false })
      const clientData = toClientData(type, asked)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        authenticatorData: data.toString('base64url'),
        clientDataJson: clientData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

interface DataPlan {
  readonly isVerified: boolean
  readonly counter: number
  readonly hasCredential: boolean
}

function toData({ rpId }: Asked, { isVerified, counter, hasCredential }: DataPlan): Buffer {
  const rest = Buffer.alloc(5)
  rest[0] = flags.present | (isVerified ? flags.verified : 0) | (hasCredential ? flags.hasCredential : 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

const toClientData = (type: string, { challenge, origin }: Asked): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** The public key as ES256 of COSE. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const members = [1, 2, 3, -7, -1, 1].map(cbor.small)
  return Buffer.concat([
    ...[cbor.map(5), ...members],
    ...[cbor.small(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
    ...[cbor.small(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
  ])
}

/** As much of CBOR as it takes. */
const cbor = {
  small: (value: number): Buffer => Buffer.from([value < 0 ? 0x20 + (-1 - value) : value]),
  map: (size: number): Buffer => Buffer.from([0xa0 + size]),
  text: (text: string): Buffer => Buffer.from([0x60 + text.length, ...Buffer.from(text)]),
  bytes: (bytes: Buffer): Buffer => {
    const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
    return Buffer.concat([Buffer.from(head), bytes])
  },
}
