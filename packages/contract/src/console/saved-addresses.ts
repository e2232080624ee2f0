import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

const itemsMember = {
  /** By name. */
  items: z.array(responseObject({ id: z.guid(), name: z.string(), path: z.string() })),
}

/** Lists the addresses of the console that who is signed in has saved for themself. */
export const listSavedAddresses = defineOperation({
  id: 'listSavedAddresses',
  method: 'GET',
  path: '/api/console/v1/saved-addresses',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject(itemsMember),
})

/** Saves an address under a name; under one that was used before it takes the place of that address. */
export const saveAddress = defineOperation({
  id: 'saveAddress',
  method: 'POST',
  path: '/api/console/v1/saved-addresses',
  sources: ['session'],
  scope: 'console:read',
  body: z.strictObject({
    name: lineSchema(60),
    /** Below where the console is. */
    path: z.string().check(z.regex(/^\/(?!\/)[^\s\\]{0,1999}$/, 'A path below the console.')),
  }),
  response: responseObject({
    ...itemsMember,
    /** Why nothing was saved; null where it was. */
    rejected: z.nullable(z.enum(['too_many'])),
  }),
})

/** Removes an address that who is signed in has saved. */
export const removeSavedAddress = defineOperation({
  id: 'removeSavedAddress',
  method: 'POST',
  path: '/api/console/v1/saved-addresses/:id/removal',
  pathRecord: 'saved address',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject(itemsMember),
})
