import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

/** Bytes as WebAuthn's JSON has them. */
const bytesSchema = (charactersMax: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'Base64url.'), z.maxLength(charactersMax))

/** What browsers know today; a device says which of them it has. */
const transportSchema = z.string().check(z.regex(/^[a-z-]{1,20}$/, 'A word of WebAuthn.'))

const clientData = bytesSchema(4000)

const descriptorSchema = responseObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** Lists the passkeys of who is signed in, the latest first. */
export const listPasskeys = defineOperation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/console/v1/passkeys',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        name: z.string(),
        addedAt: instantSchema,
        /** When it last signed in; null for never. */
        lastUsedAt: z.nullable(instantSchema),
      }),
    ),
  }),
})

/** Begins to add a passkey: says what the browser is to ask of a device, within five minutes. */
export const challengePasskey = defineOperation({
  id: 'challengePasskey',
  method: 'POST',
  path: '/api/console/v1/passkeys/challenge',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    /** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
    options: z.nullable(
      responseObject({
        rp: responseObject({ id: z.string(), name: z.string() }),
        user: responseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
        challenge: z.string(),
        pubKeyCredParams: z.array(responseObject({ type: z.literal('public-key'), alg: z.int() })),
        /** In ms. */
        timeout: z.int(),
        excludeCredentials: z.array(descriptorSchema),
        authenticatorSelection: responseObject({
          residentKey: z.literal('required'),
          requireResidentKey: z.literal(true),
          userVerification: z.literal('required'),
        }),
        attestation: z.literal('none'),
      }),
    ),
    /** Why none can be added now, in words; null where one can. */
    rejected: z.nullable(z.string()),
  }),
})

/** Adds the passkey that a device has made for a challenge. */
export const addPasskey = defineOperation({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/console/v1/passkeys',
  sources: ['session'],
  scope: 'console:read',
  body: z.strictObject({
    /** What to call it in the list. */
    name: lineSchema(120),
    credentialId: bytesSchema(1400),
    attestationObject: bytesSchema(8000),
    clientDataJson: clientData,
    transports: z.array(transportSchema).check(z.maxLength(10)),
  }),
  response: responseObject({
    /** Why it was not added, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})

/** Removes a passkey of who is signed in. It signs nobody in from then on, and ends no session. */
export const removePasskey = defineOperation({
  id: 'removePasskey',
  method: 'POST',
  path: '/api/console/v1/passkeys/:id/removal',
  pathRecord: 'passkey',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({}),
})

/**
 * Signs a person in by a passkey, which `Authorization: Passkey <user handle>.<credential id>` names: both as base64url. The
 * response sets the cookie.
 */
export const signInByPasskey = defineOperation({
  id: 'signInByPasskey',
  method: 'POST',
  path: '/api/console/v1/sign-in/passkey',
  sources: ['passkey'],
  body: z.strictObject({
    authenticatorData: bytesSchema(4000),
    clientDataJson: clientData,
    signature: bytesSchema(4000),
  }),
  response: responseObject({}),
})
