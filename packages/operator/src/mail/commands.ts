import {
  findMail,
  type ListedMail,
  listMails,
  type MailFilter,
  mailStates,
  repeatMail,
  tellByMail,
} from '@affiliate-platform/platform/outbox'
import { Option } from 'commander'
import * as z from 'zod'
import { emailArgument, findByEmail } from '../accounts/find-by-email.ts'
import { act, flag, type NounPlan } from '../command-line/act.ts'
import { awaitAttempt } from '../command-line/await-attempt.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parserOf } from '../command-line/parse-value.ts'

const parsePosition = parserOf(
  z.string().regex(/^[\dT:.-]+Z\/[\da-f-]{36}\/[\da-f-]{36}$/),
  'What the previous list printed.',
)

const listCommand = list<Pick<Partial<MailFilter>, 'state'>>()({
  description: 'list the mail of the last 30 days, to whom and what came of it, newest first',
  examples: ['mail list', 'mail list --state failed --json'],
  options: [new Option('--state <state>', 'only what waits, was sent or failed').choices(mailStates)],
  first: ['kind', 'recipient', 'state', 'outcome'],
  parseAfter: parsePosition,
  toTableRow: ({ id, recipientId, ...mail }: ListedMail) => ({ ...mail, id, recipientId }),
  find: async ({ database, workspaceId, flags: { state }, page: { after, limit } }) => {
    const [createdAt, id = '', recipientId = ''] = after?.split('/') ?? []
    const position = createdAt === undefined ? undefined : { createdAt: new Date(createdAt), id, recipientId }
    return await listMails(database, { workspaceId, state }, { after: position, limit })
  },
  toAfter: ({ createdAt, id, recipientId }) => `${createdAt.toISOString()}/${id}/${recipientId}`,
})

const repeatCommand = act<{ readonly recipient?: string }>()({
  name: 'repeat',
  of: 'mail',
  description: 'have serve send a mail once more, as things are now',
  examples: ['mail repeat "$mail"', 'mail repeat "$mail" --recipient "$membership" --as mia'],
  options: [flag('--recipient <id>', 'only to this one (default: to all whom it was for)', parseId)],
  run: async ({ database, workspaceId, id, flags: { recipient: recipientId } }) => {
    const mails = await repeatMail(database, { workspaceId, id, recipientId })
    return mails === 0 ? undefined : { id, mails }
  },
  missing: 'The workspace has no such mail of the last 30 days. See mail list.',
  done: ({ mails }) => `Mails to be sent once more: ${mails}.`,
})

const testCommand = change<object>()({
  name: 'test',
  argument: emailArgument(),
  description: 'have serve send an operator a mail, and tell what the server said',
  examples: ['mail test ada@example.com'],
  toChange: ({ id: email }) => ({
    run: async (database, workspaceId) => {
      const { id: recipientId, role, name } = await findByEmail(database, workspaceId, email)
      if (role === null) throw new OperatorError(`${name} has no role. Give them one: accounts grant`)
      const id = await tellByMail(database, { workspaceId, accountId: recipientId }, 'test')
      const mail = await awaitAttempt(() => findMail(database, { workspaceId, id, recipientId }))
      if (mail === undefined) {
        throw new OperatorError(
          `Mail ${id} still waits: no process has tried to send it. Does serve run, with CONSOLE_ORIGIN, SMTP_URL and MAIL_FROM?`,
        )
      }
      const isSent = mail.state === 'sent'
      return {
        value: id,
        record: mail,
        message: `Mail to ${email}: ${mail.outcome}.`,
        failure: isSent ? undefined : `It was not sent: ${mail.outcome}.`,
      }
    },
  }),
})

/** What is done with the mail that operators and members are sent. */
export const mailCommands: NounPlan = {
  name: 'mail',
  description: 'see the mail that operators and members are sent, and try it out',
  commands: [listCommand, repeatCommand, testCommand],
}
