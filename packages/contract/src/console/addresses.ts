import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { emailSchema, lineSchema } from './parts.ts'

/** What is shown of an address that is to take effect. */
const nextAddressSchema = z.nullable(
  responseObject({
    email: z.string(),
    askedAt: instantSchema,
    /** Whether the link that was sent to it was used. */
    isProved: z.boolean(),
    /** When it takes effect at the earliest, where an operator has said it; else null: at once. */
    appliesFrom: z.nullable(instantSchema),
  }),
)

const ownAddressMembers = {
  email: z.string(),
  /** The address that they are to have, and do not have yet; null where none is. */
  next: nextAddressSchema,
  /** Until when the address before can be taken back; null where none can. */
  takeBackUntil: z.nullable(instantSchema),
  /** Why it is not changed here: it is in the console, or no mail is sent; null where it is. */
  refused: z.nullable(z.enum(['operator', 'no_mail'])),
  /** Whether they have signed in lately: nobody else changes it. */
  isFresh: z.boolean(),
}

/** Reads the address of who is signed in. */
export const readOwnAddress = defineOperation({
  id: 'readOwnAddress',
  method: 'GET',
  path: '/api/console/v1/address',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject(ownAddressMembers),
})

/** Has a link sent to another address of who is signed in. The response is the same whether somebody else has it. */
export const changeOwnAddress = defineOperation({
  id: 'changeOwnAddress',
  method: 'POST',
  path: '/api/console/v1/address',
  sources: ['session'],
  scope: 'console:read',
  body: z.strictObject({ email: emailSchema }),
  response: responseObject({
    ...ownAddressMembers,
    /** Why no link is sent; null where one is. */
    rejected: z.nullable(z.enum(['sign_in_again', 'same', 'too_often', 'operator', 'no_mail'])),
  }),
})

/** What a link in a mail holds. */
const addressTokenSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) })

/** Gives who is signed in the address that their link was sent to. Their other sessions end. */
export const confirmOwnAddress = defineOperation({
  id: 'confirmOwnAddress',
  method: 'POST',
  path: '/api/console/v1/address/confirmation',
  sources: ['session'],
  scope: 'console:read',
  body: addressTokenSchema,
  response: responseObject({
    /** Why it is not theirs: the link was used, is too old or is not theirs, or somebody else has the address; null where it is. */
    rejected: z.nullable(z.enum(['expired', 'taken'])),
  }),
})

/** What becomes of the address of a person, as an owner says it. */
const personAddressSchema = responseObject({
  next: nextAddressSchema,
  /** Why nothing was changed, in words; null where it was. */
  rejected: z.nullable(z.string()),
})

/** Reads which address a person is to have, and does not have yet. */
export const readPersonAddress = defineOperation({
  id: 'readPersonAddress',
  method: 'GET',
  path: '/api/console/v1/people/:id/address',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  response: personAddressSchema,
})

/** Says which address a person has who cannot sign in any more. It takes effect three days later, once they have shown that it is theirs. */
export const changePersonAddress = defineOperation({
  id: 'changePersonAddress',
  method: 'POST',
  path: '/api/console/v1/people/:id/address',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ email: emailSchema, reason: lineSchema(200) }),
  response: personAddressSchema,
})

/** Lets a person keep their address: one that is to take effect does not. */
export const keepPersonAddress = defineOperation({
  id: 'keepPersonAddress',
  method: 'POST',
  path: '/api/console/v1/people/:id/address/keep',
  pathRecord: 'person',
  sources: ['session'],
  scope: 'workspace:manage',
  response: personAddressSchema,
})
