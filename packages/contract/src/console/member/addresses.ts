import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { changeOwnAddress, confirmOwnAddress, readOwnAddress } from '../addresses.ts'

/** Reads the address of who is signed in. */
export const readMemberAddress = defineOperation({
  id: 'readMemberAddress',
  method: 'GET',
  path: '/api/portal/v1/address',
  sources: ['member_session'],
  response: readOwnAddress.response,
})

/** Has a link sent to another address of who is signed in. The response is the same whether somebody else has it. */
export const changeMemberAddress = defineOperation({
  id: 'changeMemberAddress',
  method: 'POST',
  path: '/api/portal/v1/address',
  sources: ['member_session'],
  body: changeOwnAddress.body,
  response: changeOwnAddress.response,
})

/** Gives who is signed in the address that their link was sent to. Their other sessions end. */
export const confirmMemberAddress = defineOperation({
  id: 'confirmMemberAddress',
  method: 'POST',
  path: '/api/portal/v1/address/confirmation',
  sources: ['member_session'],
  body: confirmOwnAddress.body,
  response: confirmOwnAddress.response,
})

/** Shows that somebody reads mail at the address that an operator has said for them, of either half. */
export const proveAddress = defineOperation({
  id: 'proveAddress',
  method: 'POST',
  path: '/api/portal/v1/address/proof',
  sources: ['visitor'],
  body: confirmOwnAddress.body,
  response: responseObject({
    /** When it takes effect; null where the link was used or is too old. */
    appliesFrom: z.nullable(instantSchema),
  }),
})

/** Keeps an address that is to be changed, or takes it back, by the link that was sent to it, of either half. */
export const takeBackAddress = defineOperation({
  id: 'takeBackAddress',
  method: 'POST',
  path: '/api/portal/v1/address/return',
  sources: ['visitor'],
  body: confirmOwnAddress.body,
  response: responseObject({ outcome: z.enum(['stopped', 'taken_back', 'too_late']) }),
})
