import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../definitions/operation.ts'

/**
 * Makes the workspace key that a setup code stands for, once (D265): a path beside the three of the interface. No client
 * method calls it, only the command of the recipes; so it is not among `operations`, which every client carries.
 */
export const redeemSetupCode = /*@__PURE__*/ defineOperation({
  id: 'redeemSetupCode',
  method: 'POST',
  path: '/api/setup-codes/redeem',
  sources: ['setup'],
  response: responseObject({
    apiKey: z.string(),
    keyId: z.guid(),
    appId: z.guid(),
    appName: z.string(),
  }),
})

/** What a setup code was redeemed for. */
export type RedeemedSetupCode = z.output<typeof redeemSetupCode.response>
