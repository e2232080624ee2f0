import { createGroup, listGroups, updateGroup } from '@affiliate-platform/platform/groups'
import { type ManualClaimsFlag, manualClaimsOption, toPermission } from '../apps/manual-claims-option.ts'
import { readChanges, type UpdateFlags } from '../apps/read-changes.ts'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'

interface CreateFlags extends ManualClaimsFlag {
  readonly program: string
  readonly name: string
}

/** `groups create`, `groups update` and `groups list`. */
export const groupsCommands: NounPlan = {
  name: 'groups',
  description: 'create, change and list the groups of a program',
  commands: [
    act<CreateFlags>()({
      name: 'create',
      description: 'create a group and print its id',
      examples: [
        'groups create --program "$program" --name Gold',
        'groups create --program "$program" --name Trial --allow-manual-claims no',
      ],
      options: [
        recordFlag('program', 'program of the group').makeOptionMandatory(),
        required('--name <name>', 'what to call it', parseText),
        manualClaimsOption(),
      ],
      run: ({ database, workspaceId, flags }) => {
        const { program: programId, name } = flags
        const allowManualClaims = toPermission(flags) ?? null
        return createGroup(database, { workspaceId, programId, name, allowManualClaims })
      },
      missing: 'The workspace has no such program, or it is closed. See programs list.',
      done: (group) => `Group ${group.name} was created.`,
    }),
    act<UpdateFlags>()({
      name: 'update',
      of: 'group',
      description: 'change a group; what is not given stays as it is',
      examples: [
        'groups update "$group" --name Platinum',
        'groups update "$group" --allow-manual-claims inherit',
      ],
      options: [flag('--name <name>', 'what to call it', parseText), manualClaimsOption()],
      run: ({ database, workspaceId, id, flags }) =>
        updateGroup(database, { workspaceId, id }, readChanges(flags)),
      done: (group) => `Group ${group.name} was changed.`,
    }),
    list<{ program?: string }>()({
      description: 'list groups, oldest first',
      examples: ['groups list', 'groups list --program "$program" --json'],
      options: [recordFlag('program', 'only the groups of this program')],
      find: ({ database, workspaceId, flags, page }) =>
        listGroups(database, { workspaceId, programId: flags.program }, page),
      toAfter: ({ id }) => id,
    }),
  ],
}
