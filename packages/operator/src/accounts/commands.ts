import { type Role, roles } from '@affiliate-platform/contract/console'
import type { Database } from '@affiliate-platform/platform/database'
import { tellByMail } from '@affiliate-platform/platform/outbox'
import {
  type Account,
  grantRole,
  invitePerson,
  issueSignInLink,
  listAccounts,
  signOutEverywhere,
} from '@affiliate-platform/platform/people'
import * as z from 'zod'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseServiceUrl } from '../command-line/parse-url.ts'
import { parserOf, parseText } from '../command-line/parse-value.ts'
import { addressCommands } from './address-commands.ts'
import { accountEraseCommand } from './erase-command.ts'
import { emailArgument, findByEmail, unknownEmail } from './find-by-email.ts'
import { passkeyCommands } from './passkey-commands.ts'

const parseRole = parserOf(z.enum(roles), `One of ${roles.join(', ')}.`)
const roleOption = required('--role <role>', `what they may do: ${roles.join(', ')}`, parseRole)

const inviteCommand = change<{ readonly name: string; readonly role: Role; readonly mail?: boolean }>()({
  name: 'invite',
  argument: emailArgument(),
  description:
    'add a person with a role; accounts link then prints what signs them in, or --mail has serve send it',
  examples: [
    "accounts invite ada@example.com --name 'Ada Example' --role owner",
    "accounts invite finn@example.com --name 'Finn Example' --role finance --mail --as ada",
  ],
  options: [
    required('--name <name>', 'what to call them', parseText),
    roleOption,
    flag('--mail', 'have serve send them an invitation, with a link that signs them in'),
  ],
  toChange: ({ id: email, flags: { name, role, mail }, actor }) => ({
    run: async (database, workspaceId) => {
      const invited = await invitePerson(database, { workspaceId, email, name, role, actor })
      const { person } = invited
      if (!invited.ok) {
        throw new OperatorError(`${person.name} is ${person.role} already. To change that: accounts grant`)
      }
      if (mail) await tellByMail(database, { workspaceId, accountId: person.id }, 'invitation')
      const next = mail
        ? 'serve sends them an invitation.'
        : `To sign them in: accounts link ${person.email} --url <where the service is>`
      const message = invited.isNew
        ? `${person.name} is ${role}. ${next}`
        : `${person.name} is ${role} already. ${mail ? next : 'Nothing was changed.'}`
      return { value: person.id, record: person, message }
    },
  }),
})

const grantCommand = change<{ readonly role: Role }>()({
  name: 'grant',
  argument: emailArgument(),
  description: 'give a person another role, from their next request on',
  examples: [
    'accounts grant finn@example.com --role reader',
    'accounts grant finn@example.com --role owner --as ada',
  ],
  options: [roleOption],
  toChange: ({ id: email, flags: { role }, actor }) => ({
    run: (database, workspaceId) => changeRole(database, { workspaceId, email, role, actor }),
  }),
})

const revokeCommand = change<object>()({
  name: 'revoke',
  argument: emailArgument(),
  description: 'take the role of a person away, end their sessions and remove their passkeys',
  examples: ['accounts revoke finn@example.com', 'accounts revoke finn@example.com --as ada'],
  toChange: ({ id: email, actor }) => ({
    run: (database, workspaceId) => changeRole(database, { workspaceId, email, role: null, actor }),
  }),
})

interface RoleChange {
  readonly workspaceId: string
  readonly email: string
  readonly role: Role | null
  readonly actor: string
}

async function changeRole(database: Database, { workspaceId, email, role, actor }: RoleChange) {
  const { id: accountId, name } = await findByEmail(database, workspaceId, email)
  const granted = await grantRole(database, { workspaceId, accountId }, { role, actor })
  if (!granted.ok) throw new OperatorError(describeRejection(granted))
  const state = role === null ? 'has no role' : `is ${role}`
  const message = granted.isNew
    ? `${name} ${state} from now on.`
    : `${name} ${state} already. Nothing was changed.`
  return { value: accountId, record: await findByEmail(database, workspaceId, email), message }
}

function describeRejection(granted: Awaited<ReturnType<typeof grantRole>>): string {
  const isLast = !granted.ok && granted.rejection === 'last_owner'
  return isLast ? 'A workspace needs at least one owner. Make somebody else an owner first.' : unknownEmail
}

const linkCommand = act<{ readonly url: string }>()({
  name: 'link',
  argument: emailArgument(),
  description: 'print a link by which a person signs in, once, within 30 minutes',
  examples: [
    'accounts link ada@example.com --url https://affiliates.example.com',
    'accounts link ada@example.com --url http://localhost:4010 --json',
  ],
  options: [required('--url <url>', 'where the service is', parseServiceUrl)],
  run: async ({ database, workspaceId, id: email, flags: { url } }) => {
    const account = await findByEmail(database, workspaceId, email)
    const issued = await issueSignInLink(database, { workspaceId, accountId: account.id })
    if (issued === undefined)
      throw new OperatorError(`${account.name} has no role. Give them one: accounts grant`)
    const { token, expiresAt } = issued
    return {
      id: account.id,
      name: account.name,
      url: `${new URL('/console/sign-in', url)}#${token}`,
      expiresAt,
    }
  },
  value: ({ url }) => url,
  done: ({ name, expiresAt }) => `This signs ${name} in once, until ${expiresAt.toISOString()}.`,
})

const mailLinkCommand = act<object>()({
  name: 'mail-link',
  argument: emailArgument(),
  description:
    'have serve send a person a link by which they sign in, once, within 30 minutes of its sending',
  examples: ['accounts mail-link ada@example.com'],
  run: async ({ database, workspaceId, id: email }) => {
    const { id: accountId, name, role } = await findByEmail(database, workspaceId, email)
    if (role === null) throw new OperatorError(`${name} has no role. Give them one: accounts grant`)
    return { id: await tellByMail(database, { workspaceId, accountId }, 'sign_in'), name }
  },
  done: ({ name }) => `serve sends ${name} a link.`,
})

const endSessionsCommand = act<object>()({
  name: 'end-sessions',
  argument: emailArgument(),
  description: 'end every session of a person and remove their passkeys; they may sign in again by a link',
  examples: ['accounts end-sessions ada@example.com'],
  run: async ({ database, workspaceId, id: email }) => {
    const { id, name } = await findByEmail(database, workspaceId, email)
    const { sessions: ended, passkeys } = await signOutEverywhere(database, { workspaceId, accountId: id })
    return { id, name, ended, passkeys }
  },
  done: ({ name, ended, passkeys }) =>
    `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${name} ended, ` +
    `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} removed.`,
})

const listCommand = list<object>()({
  description: 'list the people of a workspace, with what they may do',
  examples: ['accounts list', 'accounts list --json'],
  first: ['email', 'role', 'name'],
  find: ({ database, workspaceId, page }) => listAccounts(database, workspaceId, page),
  toAfter: ({ id }: Account) => id,
})

/** `accounts list`, `accounts invite` and what else is done with the people of a workspace. */
export const accountsCommands: NounPlan = {
  name: 'accounts',
  description: 'say who the operators are, and sign them in to the console',
  commands: [
    ...[inviteCommand, listCommand, grantCommand, revokeCommand],
    ...[linkCommand, mailLinkCommand, endSessionsCommand],
    accountEraseCommand,
    ...addressCommands,
    ...passkeyCommands,
  ],
}
