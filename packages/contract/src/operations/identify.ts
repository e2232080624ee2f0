import { checkIdentify, identifyAnswerSchema, identifyRequestSchema } from '../lib/identify.ts'
import { defineOperation } from './operation.ts'

/** Identifies a shop's business contact (interface 4.3). */
export const identify = /*@__PURE__*/ defineOperation({
  id: 'identify',
  method: 'POST',
  path: '/api/identify',
  section: '4.3',
  apiKeyKind: 'workspace',
  body: identifyRequestSchema,
  check: {
    code: 'nothing_to_identify',
    detail: 'The body holds neither an access token nor a contact field.',
    find: checkIdentify,
  },
  response: identifyAnswerSchema,
  errors: [
    'invalid_request',
    'nothing_to_identify',
    'platform_token_rejected',
    'platform_access_denied',
    'platform_shop_unavailable',
    'platform_shop_mismatch',
    'platform_unavailable',
  ],
  repeatable: 'without_access_token',
})
