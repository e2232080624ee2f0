import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { materialSchema } from '../materials.ts'

/** Lists what a member is given to share, what was added first first. */
export const listOwnMaterials = defineOperation({
  id: 'listOwnMaterials',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/materials',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  response: responseObject({ items: z.array(materialSchema) }),
})
