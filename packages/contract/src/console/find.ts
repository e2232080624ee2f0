import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { foundKinds } from './found.ts'

/**
 * Finds records by an id or a part of one, by a name, a shop's domain, a payment's reference, a sale's id at its source or a
 * request id, and people and members by their e-mail addresses as far as the role sees those (D350).
 */
export const findAnything = defineOperation({
  id: 'findAnything',
  method: 'GET',
  path: '/api/console/v1/find',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    text: z
      .string()
      .check(z.trim(), z.regex(/^[^\p{Cc}\p{Cs}]{2,200}$/u, 'One line of 2 to 200 characters.')),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        kind: z.enum([...foundKinds, 'person']),
        id: z.string(),
        /** A name or a domain; null for what is told by what it belongs to, or by its time. */
        name: z.nullable(z.string()),
        /** What it belongs to, where it has no name; how that is called, where it is a member or a shop. */
        of: z.nullable(
          responseObject({ kind: z.enum(foundKinds), id: z.string(), name: z.nullable(z.string()) }),
        ),
        /** When terms take effect, a payout run's date, a receipt's outcome, what a transaction is, a person's role. */
        detail: z.nullable(z.string()),
        createdAt: instantSchema,
      }),
    ),
    /** Whether there are more. */
    isCut: z.boolean(),
  }),
})
