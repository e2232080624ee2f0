import { listPasskeys, removePasskey } from '@affiliate-platform/platform/people'
import { type AddCommand, act, flag, required } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { parseId } from '../command-line/parse-value.ts'
import { emailArgument, findByEmail, parseEmail } from './find-by-email.ts'

const listCommand = list<{ readonly email?: string }>()({
  name: 'passkeys',
  description: 'list the passkeys by which people sign in; a browser alone adds one',
  examples: ['accounts passkeys', 'accounts passkeys --email ada@example.com'],
  options: [flag('--email <email>', 'only those of this person', parseEmail)],
  first: ['email', 'name', 'lastUsedAt'],
  find: async ({ database, workspaceId, flags: { email }, page: { after, limit } }) => {
    const of = email === undefined ? undefined : await findByEmail(database, workspaceId, email)
    const passkeys = await listPasskeys(database, { workspaceId, accountId: of?.id, audience: undefined })
    const start = after === undefined ? 0 : passkeys.findIndex(({ id }) => id === after) + 1
    return passkeys
      .slice(start, start + limit)
      .map(({ id, email, audience, name, createdAt, lastUsedAt }) => ({
        ...{ id, email, audience, name, createdAt, lastUsedAt },
      }))
  },
  toAfter: ({ id }) => id,
})

const removeCommand = act<{ readonly passkey: string }>()({
  name: 'remove-passkey',
  argument: emailArgument(),
  description: 'remove a passkey of a person: it signs them in no more, and ends no session',
  examples: [
    'accounts remove-passkey ada@example.com --passkey "$passkey"',
    'accounts remove-passkey ada@example.com --passkey "$passkey" --as mia',
  ],
  options: [required('--passkey <id>', 'which one, by its id in accounts passkeys', parseId)],
  run: async ({ database, workspaceId, id: email, flags: { passkey: id } }) => {
    const { id: accountId, name: of } = await findByEmail(database, workspaceId, email)
    const name = await removePasskey(database, { workspaceId, accountId, id, audience: undefined })
    return name === undefined ? undefined : { id, name, of }
  },
  missing: 'The person has no such passkey. See accounts passkeys.',
  done: ({ name, of }) => `The passkey ${name} of ${of} was removed.`,
})

/** `accounts passkeys` and `accounts remove-passkey`. */
export const passkeyCommands: readonly AddCommand[] = [listCommand, removeCommand]
