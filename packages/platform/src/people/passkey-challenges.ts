import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId } from '../database/statements/new-id.ts'
import type { SessionKey } from './sessions.ts'

/** How long a challenge is good for. */
export const challengeLifeMs = 5 * 60_000

/** What a challenge is for: a sign-in, by whomever, or a passkey that who is signed in adds. */
export type ChallengeUse = 'sign_in' | SessionKey

/** What a challenge says. */
export interface Challenge {
  /** Its own, and that of the passkey which is made for it. */
  readonly id: string
  readonly madeAt: Date
}

/** What devices are to sign, so that what they have signed is of now and for this. */
export interface PasskeyChallenges {
  /** Makes a challenge, as base64url. Nothing is kept of it. */
  make(use: ChallengeUse, nowMs: number): string
  /**
   * Reads a challenge that came back.
   *
   * @returns `undefined` for one that was not made here, is for something else, or is older than five minutes
   */
  read(use: ChallengeUse, text: string, nowMs: number): Challenge | undefined
}

// its id, the time of its making, random bytes, authentication code
const timeOffset = 16
const randomOffset = timeOffset + 8
const codeOffset = randomOffset + 32
const challengeBytes = codeOffset + 32

/**
 * Creates the challenges of this database. They carry what has to be known of them, so that whoever asks for one without
 * being signed in writes nothing. The passkey tells that one was used: it is made for one, and signs in by later ones alone.
 *
 * @param secretBytes - the same in every process on one database
 */
export function createPasskeyChallenges(secretBytes: Uint8Array): PasskeyChallenges {
  const secret = createSecretKey(secretBytes)

  function seal(use: ChallengeUse, payload: Uint8Array): Buffer {
    // The same secret authenticates cursors, whose texts begin otherwise.
    const name = use === 'sign_in' ? use : `add ${use.workspaceId} ${use.id}`
    return createHmac('sha256', secret).update(`passkey ${name} `).update(payload).digest()
  }

  return {
    make(use, nowMs) {
      const payload = Buffer.alloc(codeOffset)
      payload.write(newId().replaceAll('-', ''), 'hex')
      payload.writeDoubleBE(nowMs, timeOffset)
      randomBytes(codeOffset - randomOffset).copy(payload, randomOffset)
      return Buffer.concat([payload, seal(use, payload)]).toString('base64url')
    },
    read(use, text, nowMs) {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length !== challengeBytes) return undefined
      const payload = bytes.subarray(0, codeOffset)
      if (!timingSafeEqual(bytes.subarray(codeOffset), seal(use, payload))) return undefined
      const madeAtMs = payload.readDoubleBE(timeOffset)
      if (nowMs - madeAtMs > challengeLifeMs) return undefined
      const id = payload.toString('hex', 0, timeOffset).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      return { id, madeAt: new Date(madeAtMs) }
    },
  }
}
