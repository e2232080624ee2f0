import {
  type Invitation,
  listInvitations,
  type SendRejection,
  sendInvitation,
  type WithdrawalRejection,
  withdrawInvitation,
} from '@affiliate-platform/platform/invitations'
import { parseEmail } from '../accounts/find-by-email.ts'
import { type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { idArgument, recordFlag } from '../command-line/record-name.ts'

const rejections: Readonly<Record<SendRejection | WithdrawalRejection, string>> = {
  unknown_program: 'The workspace has no such program. See programs list.',
  closed_program: 'The program is closed: it takes no members. See programs reopen.',
  unknown_group: 'The program has no such group, or is closed. See groups list.',
  member_already: 'Somebody with this address acts for a member of the program already. See find.',
  unknown_invitation: 'The workspace has no such invitation. See invitations list.',
  followed_already:
    'They have signed in since, or act for the member no more. See memberships people and memberships close.',
}

interface SendFlags {
  readonly program: string
  readonly group?: string
  readonly email: string
  readonly name: string
}

const sendCommand = change<SendFlags>()({
  name: 'send',
  description:
    'make a member of somebody, who acts for themself in the portal, and print the membership; serve sends them an invitation',
  examples: [
    `invitations send --program "$program" --email mia@example.com --name 'Mia Example' --as ada`,
    `invitations send --program "$program" --group "$group" --email mia@example.com --name 'Mia Example'`,
  ],
  options: [
    recordFlag('program', 'the program that they are to join').makeOptionMandatory(),
    recordFlag('group', 'group of that program, whose terms count for them (default: none)'),
    required('--email <email>', 'the person’s e-mail address', parseEmail),
    required('--name <name>', 'what to call them', parseText),
  ],
  toChange: ({ flags: { program: programId, group: groupId = null, email, name } }) => ({
    run: async (database, workspaceId) => {
      const sent = await sendInvitation(database, { workspaceId, programId, groupId, email, name })
      if (!sent.ok) throw new OperatorError(rejections[sent.rejection])
      const { membershipId, isNew } = sent
      const message = isNew
        ? `${name} is a member from now on. serve sends them an invitation.`
        : `${name} was invited before, and has not come yet. Nothing was changed. For another link: memberships mail-link`
      return { value: membershipId, record: { membershipId, email, name, isNew }, message }
    },
  }),
})

const listCommand = list<{ readonly program?: string }>()({
  description: 'list who was invited to the portal and has not signed in since, newest first',
  examples: ['invitations list', 'invitations list --program "$program" --json'],
  options: [recordFlag('program', 'only those to this program')],
  first: ['name', 'email', 'programName', 'invitedAt'],
  find: ({ database, workspaceId, flags: { program: programId }, page }) =>
    listInvitations(database, { workspaceId, programId }, page),
  toAfter: ({ id }: Invitation) => id,
})

const withdrawCommand = change<object>()({
  name: 'withdraw',
  argument: idArgument('invitation'),
  description:
    'let somebody who has not signed in yet act for the member no more; a membership that was made for them is closed',
  examples: ['invitations withdraw "$invitation" --as ada'],
  toChange: ({ id: invitationId }) => ({
    run: async (database, workspaceId) => {
      const withdrawn = await withdrawInvitation(database, { workspaceId, invitationId })
      if (!withdrawn.ok) throw new OperatorError(rejections[withdrawn.rejection])
      const { name, membershipId, isClosed } = withdrawn
      const message = `The link of ${name} opens nothing any more.${isClosed ? ' Their membership is closed.' : ''}`
      return { value: membershipId, record: { membershipId, name, isClosed }, message }
    },
  }),
})

/** Who was invited to the portal, and has not come yet. */
export const invitationsCommands: NounPlan = {
  name: 'invitations',
  description: 'invite people to a program, see who has not signed in yet, and withdraw',
  commands: [sendCommand, listCommand, withdrawCommand],
}
