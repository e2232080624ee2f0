import { checkIdentify, identifyRequestSchema, identifyResponseSchema } from '../lib/identify.ts'
import { defineOperation } from './operation.ts'

/** Identifies a shop's business contact (interface 4.3). */
export const identify = /*@__PURE__*/ defineOperation({
  id: 'identify',
  method: 'POST',
  path: '/api/identify',
  sources: ['workspace'],
  body: identifyRequestSchema,
  check: {
    code: 'nothing_to_identify',
    find: checkIdentify,
  },
  response: identifyResponseSchema,
  repeatable: 'without_access_token',
})
