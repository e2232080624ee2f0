import {
  type Application,
  type ApplicationFilter,
  applicationStates,
  type DecisionRejection,
  decideApplication,
  listApplications,
} from '@affiliate-platform/platform/applications'
import { Option } from 'commander'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { idArgument, recordFlag } from '../command-line/record-name.ts'

const rejections: Readonly<Record<DecisionRejection, string>> = {
  unknown_application: 'The workspace has no such application. See applications list.',
  decided_already: 'This application is decided already. See applications list --state approved or declined.',
  closed_program: 'The program is closed: it takes no members. See programs reopen.',
  unknown_group: 'The program has no such group, or is closed. See groups list.',
}

const listCommand = list<{ readonly program?: string; readonly state?: ApplicationFilter['state'] }>()({
  description: 'list who has applied to be a member, newest first',
  examples: ['applications list --state open', 'applications list --program "$program" --json'],
  options: [
    recordFlag('program', 'only those to this program'),
    new Option('--state <state>', 'only those in this state').choices(applicationStates),
  ],
  first: ['name', 'email', 'state', 'words'],
  find: ({ database, workspaceId, flags: { program: programId, state }, page }) =>
    listApplications(database, { workspaceId, programId, state }, page),
  toAfter: ({ id }: Application) => id,
})

const approveCommand = change<{ readonly group?: string; readonly reason?: string }>()({
  name: 'approve',
  argument: idArgument('application'),
  description:
    'make an applicant a member of the program, who acts for themself in the portal; serve sends them an invitation',
  examples: ['applications approve "$application" --as ada'],
  options: [
    recordFlag('group', 'the group of the new member (default: none)'),
    flag('--reason <text>', 'why, for operators alone', parseText),
  ],
  toChange: ({ id, flags: { group: groupId = null, reason = null }, actor }) => ({
    run: async (database, workspaceId) => {
      const decision = { workspaceId, applicationId: id, state: 'approved', groupId, reason, actor } as const
      const decided = await decideApplication(database, decision)
      if (!decided.ok) throw new OperatorError(rejections[decided.rejection])
      const { application } = decided
      const { name, programName, membershipId } = application
      const message = `${name} is a member of ${programName} from now on. serve sends them an invitation.`
      return { value: membershipId ?? '', record: application, message }
    },
  }),
})

const declineCommand = change<{ readonly reason: string }>()({
  name: 'decline',
  argument: idArgument('application'),
  description: 'decline an application; serve sends the applicant a mail that gives no reason',
  examples: ['applications decline "$application" --reason "no audience of merchants" --as ada'],
  options: [required('--reason <text>', 'why, for operators alone', parseText)],
  toChange: ({ id, flags: { reason }, actor }) => ({
    run: async (database, workspaceId) => {
      const decision = {
        workspaceId,
        applicationId: id,
        state: 'declined',
        groupId: null,
        reason,
        actor,
      } as const
      const decided = await decideApplication(database, decision)
      if (!decided.ok) throw new OperatorError(rejections[decided.rejection])
      const { application } = decided
      const message = `${application.name} is told by mail that they were not taken in.`
      return { value: id, record: application, message }
    },
  }),
})

/** What is done with those who want to be members. */
export const applicationsCommands: NounPlan = {
  name: 'applications',
  description: 'see who has applied to be a member by a public page, and decide',
  commands: [listCommand, approveCommand, declineCommand],
}
