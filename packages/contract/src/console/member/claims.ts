import * as z from 'zod/mini'
import { shopDomainSchema } from '../../lib/identify.ts'
import { instantSchema } from '../../lib/instants.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { lineSchema } from '../parts.ts'

/** Lists what a member has claimed, the latest first, with what the program has said of each. */
export const listOwnClaims = defineOperation({
  id: 'listOwnClaims',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/claims',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  query: z.strictObject({
    /** The `nextCursor` of the page before. */
    cursor: z.optional(z.guid()),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        /** As the member has named it. */
        shop: z.string(),
        /** When they reached the shop. */
        at: instantSchema,
        /** How, as they told it. */
        words: z.string(),
        filedAt: instantSchema,
        /** Null until somebody has decided it. */
        answer: z.nullable(
          responseObject({
            kind: z.enum(['accepted', 'declined', 'taken_back']),
            reason: z.nullable(z.string()),
            at: instantSchema,
          }),
        ),
      }),
    ),
    nextCursor: z.nullable(z.guid()),
    /** Why the member can claim nothing now, in words; null where they can. */
    closed: z.nullable(z.string()),
  }),
})

/** Claims a shop, for a person to decide. Nothing of the response tells of the shop. */
export const fileOwnClaim = defineOperation({
  id: 'fileOwnClaim',
  method: 'POST',
  path: '/api/portal/v1/memberships/:id/claims',
  pathRecord: 'membership',
  sources: ['member_session'],
  body: z.strictObject({
    shop: shopDomainSchema,
    /** The day on which the member reached it, such as `2026-12-01`. */
    day: z.iso.date().check(z.regex(/^20/, 'A day of this century.')),
    /** How the shop came by them. */
    words: lineSchema(500),
  }),
  response: responseObject({
    /** Why nothing was filed, in words; null where it was. */
    rejected: z.nullable(z.string()),
  }),
})
