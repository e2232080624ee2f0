import { type consoleOperations, operatorMailKinds } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  type ListedMail,
  listMails,
  listUnwantedMail,
  mailStates,
  repeatMail,
  saveMailChoice,
  tellByMail,
} from '@affiliate-platform/platform/outbox'
import type { ConsoleContext } from './console-context.ts'

type MailOperations = Pick<
  typeof consoleOperations,
  'listMails' | 'repeatMail' | 'sendTestMail' | 'listMailChoices' | 'setMailChoice'
>

const mailsMax = 50

/** Shows what mail was sent, tries it out, and keeps what an operator does without. */
export function createMailHandlers({ database }: ConsoleContext) {
  return {
    listMails: async ({ caller: { workspaceId }, query: { state, after } }) => {
      const [createdAt = '', id = '', recipientId = ''] = after?.split('/') ?? []
      const found = await listMails(
        database,
        { workspaceId, state: mailStates.find((name) => name === state) },
        {
          after: after === undefined ? undefined : { createdAt: new Date(createdAt), id, recipientId },
          limit: mailsMax + 1,
        },
      )
      const items = found.slice(0, mailsMax)
      const last = found.length > mailsMax ? items.at(-1) : undefined
      return { value: { items: items.map(toItem), next: last === undefined ? null : toPosition(last) } }
    },

    repeatMail: async ({ caller: { workspaceId, actor }, pathId: id, body: { recipientId } }) => {
      const repeated = await repeatMail(actAs(database, actor), { workspaceId, id, recipientId })
      if (repeated === 0) throw accessDenied()
      return { value: {} }
    },

    sendTestMail: async ({ caller: { workspaceId, actor, lineageId: accountId } }) => ({
      value: { id: await tellByMail(actAs(database, actor), { workspaceId, accountId }, 'test') },
    }),

    listMailChoices: async ({ caller: { workspaceId, lineageId: recipientId } }) => {
      const unwanted = await listUnwantedMail(database, { workspaceId, recipientId })
      const items = operatorMailKinds.map((kind) => ({ kind, isWanted: !unwanted.includes(kind) }))
      return { value: { items } }
    },

    setMailChoice: async ({ caller: { workspaceId, lineageId: recipientId }, body: { kind, isWanted } }) => {
      await saveMailChoice(database, { workspaceId, recipientId, kind }, isWanted)
      return { value: {} }
    },
  } satisfies Handlers<MailOperations, RequestContext>
}

const toItem = ({ createdAt, nextAttemptAt, sentAt, ...mail }: ListedMail) => ({
  ...mail,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  sentAt: sentAt?.toISOString() ?? null,
})

const toPosition = ({ createdAt, id, recipientId }: ListedMail): string =>
  `${createdAt.toISOString()}/${id}/${recipientId}`
