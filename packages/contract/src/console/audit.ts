import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { signedMoneySchema } from './parts.ts'

const name = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u, 'One line of 1 to 200 characters.'))

function isPosition(text: string): boolean {
  const [time, id, subject = '', ...rest] = text.split('/')
  const isKnown = z.safeParse(instantSchema, time).success && z.safeParse(z.guid(), id).success
  return isKnown && /^[a-z_]+$/.test(subject) && rest.length === 0
}

const actorSchema = responseObject({
  /** As `actor` filters by it, such as `system` or `key:<id>`. */
  id: z.string(),
  /** As people know them. */
  name: z.string(),
})

/** Lists what was created and changed in the workspace, and by whom, the newest first. */
export const listAudit = defineOperation({
  id: 'listAudit',
  method: 'GET',
  path: '/api/console/v1/audit',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    actor: z.optional(name),
    action: z.optional(name),
    subject: z.optional(name),
    record: z.optional(z.guid()),
    from: z.optional(instantSchema),
    /** Exclusive. */
    to: z.optional(instantSchema),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.refine(isPosition, 'The next of a page.'))),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        at: instantSchema,
        actor: actorSchema,
        action: z.string(),
        /** The kind of record. */
        subject: z.string(),
        record: z.guid(),
        /** How the record is called, or the member that it is about, where that is known. */
        name: z.nullable(z.string()),
        shopDomain: z.nullable(z.string()),
        /** How much it is about; below 0 where it takes something from the member. */
        amount: z.nullable(signedMoneySchema),
        /** What a change has changed; empty for what is no change. */
        changes: z.array(
          responseObject({
            field: z.string(),
            before: z.nullable(z.string()),
            after: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** Where the next page begins; null after the last one. */
    next: z.nullable(z.string()),
    /** Whom one can ask for. */
    actors: z.array(actorSchema),
    /** The kinds of records that one can ask for. */
    subjects: z.array(z.string()),
  }),
})
