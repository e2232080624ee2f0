import { checkIdentify, identifyRequestSchema, identifyResponseSchema } from '../../lib/identify.ts'
import { defineOperation } from '../definitions/operation.ts'

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
  // Interface 4.3: on this endpoint success is told by the status and by `ok`; the two must agree.
  problemMembers: { ok: false },
  repeatable: 'without_access_token',
})
