import * as z from 'zod/mini'
import { shopDomainSchema } from '../../lib/identify.ts'
import * as limits from '../../lib/limits.ts'
import { defineOperation } from '../definitions/operation.ts'
import { attributionOutcomes, attributionResponseSchema } from './attribution-outcome.ts'

/** Tells which code a merchant typed into the app (D333). The same again adds nothing. */
export const reportEvidence = /*@__PURE__*/ defineOperation({
  id: 'reportEvidence',
  method: 'POST',
  path: '/api/install-bridge/v1/evidence',
  sources: ['install_bridge'],
  body: z.strictObject({
    appId: z.guid('An app id (UUID).').check(z.toLowerCase()),
    myshopifyDomain: shopDomainSchema,
    // What people type is no fault of the app: a code that nobody can have is one that nobody has.
    code: z.string().check(
      z.trim(),
      z.minLength(1, 'At least one character.'),
      z.maxLength(limits.typedCodeCharactersMax),
      z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'No control characters.'),
    ),
  }),
  response: attributionResponseSchema,
  knownValues: { '/outcome': attributionOutcomes },
})
