import { v1Path } from '../../lib/headers.ts'
import {
  type SaveTermsRequest,
  saleKinds,
  saveTermsRequestSchema,
  termsVersionSchema,
} from '../../lib/terms.ts'
import { checkEffectiveAt, checkTermsRules } from '../../lib/terms-rules.ts'
import { defineOperation } from '../definitions/operation.ts'

/** Saves prospective terms for a membership (interface 4.1). */
export const saveTerms = /*@__PURE__*/ defineOperation({
  id: 'saveTerms',
  method: 'PATCH',
  path: `${v1Path}memberships/:id/terms`,
  sources: ['affiliate'],
  scope: 'terms:write',
  pathRecord: 'membership',
  body: saveTermsRequestSchema,
  check: {
    code: 'terms_rejected',
    find: ({ rules, effectiveAt }: SaveTermsRequest, nowMs: number) => [
      ...checkTermsRules(rules),
      ...checkEffectiveAt(effectiveAt === undefined ? nowMs : Date.parse(effectiveAt), nowMs),
    ],
  },
  response: termsVersionSchema,
  knownValues: { '/rules/includedSaleKinds/*': saleKinds },
  repeatable: 'with_idempotency_key',
})
