import * as z from 'zod/mini'
import { type SaveTermsRequest, saleKinds, saveTermsRequestSchema, termsVersionSchema } from '../lib/terms.ts'
import { checkEffectiveAt, checkTermsRules } from '../lib/terms-rules.ts'
import { defineOperation } from './operation.ts'

/** Saves prospective terms for a membership (interface 4.1). */
export const saveTerms = /*@__PURE__*/ defineOperation({
  id: 'saveTerms',
  method: 'PATCH',
  path: '/api/affiliate-platform/v1/memberships/:id/terms',
  section: '4.1',
  apiKeyKind: 'affiliate',
  scope: 'terms:write',
  pathId: {
    schema: z.guid('A membership id (UUID).').check(z.toLowerCase()),
    detail: 'The membership id must be a UUID.',
  },
  body: saveTermsRequestSchema,
  check: {
    code: 'terms_rejected',
    detail: 'The terms break business rules.',
    find: ({ rules, effectiveAt }: SaveTermsRequest, nowMs: number) => [
      ...checkTermsRules(rules),
      ...checkEffectiveAt(effectiveAt === undefined ? nowMs : Date.parse(effectiveAt), nowMs),
    ],
  },
  response: termsVersionSchema,
  knownValues: { '/rules/includedSaleKinds/*': saleKinds },
  errors: [
    'invalid_request',
    'invalid_parameter',
    'invalid_idempotency_key',
    'terms_rejected',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
  ],
  repeatable: 'with_idempotency_key',
})
