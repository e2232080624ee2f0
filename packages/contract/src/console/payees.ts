import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

const line = lineSchema(254)
/** What a payee is. */
export const payeeKindSchema = z.enum(['person', 'company'])
/** How a payee is paid. */
export const payeeMethodSchema = z.enum(['paypal', 'wise', 'sepa', 'other'])

/** What is typed of a payee. */
export const payeeMembers = {
  name: line,
  kind: payeeKindSchema,
  email: z.nullable(line),
  iban: z.nullable(line),
  bic: z.nullable(line),
  town: z.nullable(line),
  /** Two letters of ISO 3166-1. */
  country: z.nullable(line),
}

const payeesSchema = responseObject({
  /** The latest first. */
  items: z.array(
    responseObject({
      id: z.guid(),
      state: z.enum(['past', 'applies', 'scheduled']),
      effectiveFrom: instantSchema,
      name: z.string(),
      kind: payeeKindSchema,
      method: payeeMethodSchema,
      email: z.nullable(z.string()),
      iban: z.nullable(z.string()),
      bic: z.nullable(z.string()),
      town: z.nullable(z.string()),
      country: z.nullable(z.string()),
      /** Who recorded it: a name where it is known; null where nobody has. */
      by: z.nullable(z.string()),
    }),
  ),
})

/** Lists whom the payouts of a member went and go to, with their addresses. */
export const listPayees = defineOperation({
  id: 'listPayees',
  method: 'GET',
  path: '/api/console/v1/members/:id/payees',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  response: payeesSchema,
})

/** Says whom the payouts of a member go to from a time on. Earlier ones stay on record. */
export const setPayee = defineOperation({
  id: 'setPayee',
  method: 'POST',
  path: '/api/console/v1/members/:id/payees',
  pathRecord: 'membership',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    ...payeeMembers,
    method: payeeMethodSchema,
    /** Null: from now on. A run uses the payee on file when it was frozen, so a past time mends an earlier one. */
    effectiveFrom: z.nullable(instantSchema),
  }),
  response: payeesSchema,
})
