import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { mailKinds, operatorMailKinds } from '../lib/mail-kinds.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'

const isPosition = (text: string): boolean => {
  const [time, ...ids] = text.split('/')
  const isKnown = z.safeParse(instantSchema, time).success
  return isKnown && ids.length === 2 && ids.every((id) => z.safeParse(z.guid(), id).success)
}

/** Lists the mail of the last 30 days, the newest first. */
export const listMails = defineOperation({
  id: 'listMails',
  method: 'GET',
  path: '/api/console/v1/mails',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    state: z.optional(z.string().check(z.regex(/^(waiting|sent|failed)$/))),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.refine(isPosition, 'The next of a page.'))),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        recipientId: z.guid(),
        /** The name of whom it is for. */
        recipient: z.string(),
        kind: z.enum(mailKinds),
        state: z.enum(['waiting', 'sent', 'failed']),
        attempts: z.int(),
        /** What came of the last attempt; null before the first. */
        outcome: z.nullable(z.string()),
        createdAt: instantSchema,
        nextAttemptAt: z.nullable(instantSchema),
        sentAt: z.nullable(instantSchema),
      }),
    ),
    next: z.nullable(z.string()),
  }),
})

/** Has a mail sent once more, with what is true now. */
export const repeatMail = defineOperation({
  id: 'repeatMail',
  method: 'POST',
  path: '/api/console/v1/mails/:id/repetition',
  pathRecord: 'mail',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ recipientId: z.guid() }),
  response: responseObject({}),
})

/** Sends a mail to who asks for it, by the way that all mail goes. */
export const sendTestMail = defineOperation({
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/console/v1/mails/test',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({ id: z.guid() }),
})

/** Tells what mail who is signed in may do without, and whether they do. */
export const listMailChoices = defineOperation({
  id: 'listMailChoices',
  method: 'GET',
  path: '/api/console/v1/mail-choices',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(responseObject({ kind: z.enum(operatorMailKinds), isWanted: z.boolean() })),
  }),
})

/** Says whether who is signed in wants mail of a kind. */
export const setMailChoice = defineOperation({
  id: 'setMailChoice',
  method: 'POST',
  path: '/api/console/v1/mail-choices',
  sources: ['session'],
  scope: 'console:read',
  body: z.strictObject({ kind: z.enum(operatorMailKinds), isWanted: z.boolean() }),
  response: responseObject({}),
})
