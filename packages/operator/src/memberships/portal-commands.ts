import { tellByMail } from '@affiliate-platform/platform/outbox'
import {
  inviteMember,
  issueSignInLink,
  listMembershipPeople,
  type MembershipPerson,
  removeMember,
} from '@affiliate-platform/platform/people'
import { parseEmail } from '../accounts/find-by-email.ts'
import { type AddCommand, act, flag, required } from '../command-line/act.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseServiceUrl } from '../command-line/parse-url.ts'
import { parseText } from '../command-line/parse-value.ts'

const emailOption = required('--email <email>', 'the person’s e-mail address', parseEmail)
const unknown = 'Nobody with this address acts for the membership. See memberships people.'

type PersonAt = Parameters<typeof listMembershipPeople>

/** Finds who acts for a membership by their address. */
async function findPerson(database: PersonAt[0], key: PersonAt[1], email: string): Promise<MembershipPerson> {
  const people = await listMembershipPeople(database, key)
  const person = people.find((one) => one.email === email.toLowerCase())
  if (person === undefined) throw new OperatorError(unknown)
  return person
}

const inviteCommand = act<{ readonly email: string; readonly name: string; readonly mail?: boolean }>()({
  name: 'invite',
  of: 'membership',
  description:
    'let a person see in the portal what a member earns, and confirm payments; memberships link then prints what ' +
    'signs them in, or --mail has serve send it',
  examples: [
    `memberships invite "$membership" --email mia@example.com --name 'Mia Example'`,
    `memberships invite "$membership" --email mia@example.com --name 'Mia Example' --mail --as ada`,
  ],
  options: [
    emailOption,
    required('--name <name>', 'what to call them', parseText),
    flag('--mail', 'have serve send them an invitation, with a link that signs them in'),
  ],
  run: async ({ database, workspaceId, id: membershipId, flags: { email, name, mail } }) => {
    const invited = await inviteMember(database, { workspaceId, membershipId, email, name })
    if (invited === undefined) return undefined
    const { person, isNew } = invited
    if (mail) await tellByMail(database, { workspaceId, accountId: person.id }, 'member_invitation')
    return { ...person, isNew, isMailed: mail === true }
  },
  done: ({ name, email, isNew, isMailed }, membershipId) =>
    `${name} ${isNew ? 'acts for the membership from now on' : 'acts for the membership already'}. ` +
    (isMailed
      ? 'serve sends them an invitation.'
      : `To sign them in: memberships link ${membershipId} --email ${email} --url <where the service is>`),
})

const peopleCommand = act<object>()({
  name: 'people',
  of: 'membership',
  description: 'list who sees in the portal what a member earns',
  examples: ['memberships people "$membership"', 'memberships people "$membership" --json'],
  run: async ({ database, workspaceId, id }) => ({
    id,
    people: await listMembershipPeople(database, { workspaceId, membershipId: id }),
  }),
  done: ({ people }) =>
    people.length === 0
      ? 'Nobody. To invite somebody: memberships invite'
      : people.map(({ email, name }) => `${email}  ${name}`).join('\n'),
})

const linkCommand = act<{ readonly email: string; readonly url: string }>()({
  name: 'link',
  of: 'membership',
  description: 'print a link by which a person signs in to the portal, once, within 30 minutes',
  examples: ['memberships link "$membership" --email mia@example.com --url https://affiliates.example.com'],
  options: [emailOption, required('--url <url>', 'where the service is', parseServiceUrl)],
  run: async ({ database, workspaceId, id: membershipId, flags: { email, url } }) => {
    const { id, name } = await findPerson(database, { workspaceId, membershipId }, email)
    const issued = await issueSignInLink(database, { workspaceId, accountId: id }, 'member')
    if (issued === undefined) throw new OperatorError(unknown)
    const { token, expiresAt } = issued
    return { id, name, url: `${new URL('/portal/sign-in', url)}#${token}`, expiresAt }
  },
  value: ({ url }) => url,
  done: ({ name, expiresAt }) => `This signs ${name} in once, until ${expiresAt.toISOString()}.`,
})

const mailLinkCommand = act<{ readonly email: string }>()({
  name: 'mail-link',
  of: 'membership',
  description:
    'have serve send a person a link by which they sign in to the portal, once, within 30 minutes of its sending',
  examples: ['memberships mail-link "$membership" --email mia@example.com'],
  options: [emailOption],
  run: async ({ database, workspaceId, id: membershipId, flags: { email } }) => {
    const { id: accountId, name } = await findPerson(database, { workspaceId, membershipId }, email)
    return { id: await tellByMail(database, { workspaceId, accountId }, 'member_sign_in'), name }
  },
  done: ({ name }) => `serve sends ${name} a link.`,
})

const removeCommand = act<{ readonly email: string }>()({
  name: 'remove-person',
  of: 'membership',
  description: 'let a person act for a membership no more, from their next request on; what they said stays',
  examples: ['memberships remove-person "$membership" --email mia@example.com --as ada'],
  options: [emailOption],
  run: async ({ database, workspaceId, id: membershipId, flags: { email } }) => {
    const person = await findPerson(database, { workspaceId, membershipId }, email)
    await removeMember(database, { workspaceId, accountId: person.id, membershipId })
    return person
  },
  done: ({ name }) => `${name} acts for the membership no more.`,
})

/** Who acts for a membership in the portal, and what signs them in. */
export const membershipPortalCommands: readonly AddCommand[] = [
  ...[inviteCommand, peopleCommand, linkCommand, mailLinkCommand, removeCommand],
]
