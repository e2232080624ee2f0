import { operations } from '@affiliate-platform/contract'
import { createGroup, updateGroup } from '@affiliate-platform/platform/groups'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { type ManualClaimsFlag, manualClaimsOption, toPermission } from '../apps/manual-claims-option.ts'
import { readChanges, type UpdateFlags } from '../apps/read-changes.ts'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { describeNamesakes, withNamesakes } from '../command-line/namesakes.ts'
import { parseText } from '../command-line/parse-value.ts'
import { listRecords } from '../command-line/record-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'
import { showWithTerms } from '../terms/show-record.ts'

interface CreateFlags extends ManualClaimsFlag {
  readonly program: string
  readonly name: string
}

export const groupsCommands: NounPlan = {
  name: 'groups',
  description: 'create, change, show and list the groups of a program',
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
      run: async ({ database, workspaceId, flags }) => {
        const { program: programId, name } = flags
        const allowManualClaims = toPermission(flags) ?? null
        const record = await createGroup(database, { workspaceId, programId, name, allowManualClaims })
        const scope = { workspace: workspaceId, program: programId }
        return await withNamesakes(database, 'group', { record, scope })
      },
      missing: 'The workspace has no such program, or it is closed. See programs list.',
      done: ({ name, namesakes }) =>
        `Group ${name} was created.${describeNamesakes('group', namesakes, 'groups update')}`,
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
    showWithTerms(
      'getGroup',
      (id, flags) => `Its members: ${toCommandLine(`memberships list --group ${id}`, flags)}`,
    ),
    listRecords({
      list: operations.listGroups,
      source: listSources.listGroups,
      description: 'list the groups of an app, newest first',
      examples: ['groups list', 'groups list --program "$program" --json'],
      searched: 'name or program name',
      toRecord: (row, app) => ({
        ...{ id: row.id, name: row.group_name, program: row.name, status: row.status },
        ...{ memberships: row.memberships, allowManualClaims: row.allow_manual_claims },
        ...{ createdAt: new Date(row.created_at_ms), programId: row.program_id, ...app },
      }),
    }),
  ],
}
