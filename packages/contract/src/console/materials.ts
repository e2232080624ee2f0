import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema, linesSchema, publicUrlSchema } from './parts.ts'

/** What members are given to share, as everybody reads it. */
export const materialSchema = responseObject({
  id: z.guid(),
  title: z.string(),
  /** What is copied; null where there is a place alone. */
  words: z.nullable(z.string()),
  /** Such as that of a logo; null where there are words alone. */
  url: z.nullable(z.string()),
})

const contentMembers = {
  title: lineSchema(200),
  words: z.nullable(linesSchema(4000)),
  url: z.nullable(publicUrlSchema),
}

const rejectedMembers = {
  /** Why nothing was changed, in words; null where it was. */
  rejected: z.nullable(z.string()),
}

/** Lists what is shared with the members of a program, what was added first first. */
export const listMaterials = defineOperation({
  id: 'listMaterials',
  method: 'GET',
  path: '/api/console/v1/programs/:id/materials',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({ items: z.array(materialSchema) }),
})

/** Shares a material with the members of a program. */
export const addMaterial = defineOperation({
  id: 'addMaterial',
  method: 'POST',
  path: '/api/console/v1/programs/:id/materials',
  pathRecord: 'program',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    /** Chosen by the form: what is sent twice is added once. */
    id: z.guid(),
    ...contentMembers,
  }),
  response: responseObject(rejectedMembers),
})

/** Changes a material, for every member from then on. */
export const changeMaterial = defineOperation({
  id: 'changeMaterial',
  method: 'POST',
  path: '/api/console/v1/materials/:id',
  pathRecord: 'material',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject(contentMembers),
  response: responseObject(rejectedMembers),
})

/** Shares a material no more. */
export const removeMaterial = defineOperation({
  id: 'removeMaterial',
  method: 'POST',
  path: '/api/console/v1/materials/:id/removal',
  pathRecord: 'material',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({}),
})
