import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { payeeKindSchema, payeeMembers } from '../payees.ts'

const ownPayeeMembers = {
  /** Null where nobody has said yet where their payouts go. */
  payee: z.nullable(
    responseObject({
      name: z.string(),
      kind: payeeKindSchema,
      method: z.string(),
      /** The account but for its last four characters, or the address but for the first one; null where there is neither. */
      account: z.nullable(z.string()),
      since: instantSchema,
      /** Who said it: who asks, somebody else who acts for the member, or who pays. */
      by: z.enum(['you', 'member', 'payer']),
      /** Until when nothing is paid there; null where that is not so. */
      heldUntil: z.nullable(instantSchema),
    }),
  ),
  /** For how many days nothing is paid to where payouts are moved. */
  holdDays: z.int(),
  /** Whether who asks has signed in lately: nobody else moves their payouts. */
  isFresh: z.boolean(),
  /** Until when they are not moved, as the address of who asks has changed and can be taken back; null where that is not so. */
  addressHeldUntil: z.nullable(instantSchema),
}

/** Reads where the payouts of a member go: as much of it as tells one account from another. */
export const readOwnPayee = defineOperation({
  id: 'readOwnPayee',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/payee',
  pathRecord: 'membership',
  sources: ['member_session'],
  response: responseObject(ownPayeeMembers),
})

/** Says where the payouts of a member go from now on. Who acts for them and the address before are told by mail. */
export const changeOwnPayee = defineOperation({
  id: 'changeOwnPayee',
  method: 'POST',
  path: '/api/portal/v1/memberships/:id/payee',
  pathRecord: 'membership',
  sources: ['member_session'],
  body: z.strictObject({ ...payeeMembers, method: z.enum(['paypal', 'wise', 'sepa']) }),
  response: responseObject({
    ...ownPayeeMembers,
    /** Why nothing was changed; null where it was. */
    rejected: z.nullable(z.enum(['sign_in_again', 'new_address'])),
  }),
})
