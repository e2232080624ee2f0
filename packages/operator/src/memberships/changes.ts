import { createMembership, moveMembership, updateMembership } from '@affiliate-platform/platform/memberships'
import { type ManualClaimsFlag, manualClaimsOption, toPermission } from '../apps/manual-claims-option.ts'
import { readChanges, type UpdateFlags } from '../apps/read-changes.ts'
import { type AddCommand, act, flag, required } from '../command-line/act.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'

interface CreateFlags extends ManualClaimsFlag {
  readonly program: string
  readonly group?: string
  readonly name: string
}

interface MoveFlags {
  /** `false` moves out of all groups. */
  readonly group?: string | false
}

export const membershipChanges: readonly AddCommand[] = [
  act<CreateFlags>()({
    name: 'create',
    description: 'create a membership and print its id',
    examples: [`memberships create --program "$program" --group "$group" --name 'Harbour Studio'`],
    options: [
      recordFlag('program', 'program of the membership').makeOptionMandatory(),
      recordFlag('group', 'group of that program (default: none)'),
      required('--name <name>', 'name of the member', parseText),
      manualClaimsOption(),
    ],
    run: ({ database, workspaceId, flags }) => {
      const { program: programId, group: groupId = null, name } = flags
      const allowManualClaims = toPermission(flags) ?? null
      return createMembership(database, { workspaceId, programId, groupId, name, allowManualClaims })
    },
    missing:
      'The workspace has no such program, the program has no such group, or it is closed. See programs list and groups list.',
    done: (membership) => `Membership ${membership.name} was created.`,
  }),
  act<UpdateFlags>()({
    name: 'update',
    of: 'membership',
    description: 'change a membership; what is not given stays as it is',
    examples: [
      `memberships update "$membership" --name 'Harbour Studio Ltd'`,
      'memberships update "$membership" --allow-manual-claims yes',
    ],
    options: [flag('--name <name>', 'name of the member', parseText), manualClaimsOption()],
    run: ({ database, workspaceId, id, flags }) =>
      updateMembership(database, { workspaceId, id }, readChanges(flags)),
    done: (membership) => `Membership ${membership.name} was changed.`,
  }),
  act<MoveFlags>()({
    name: 'move',
    of: 'membership',
    description: 'move a membership to another group of its program; existing payouts stay with their group',
    examples: [
      'memberships move "$membership" --group "$group"',
      'memberships move "$membership" --no-group',
    ],
    options: [recordFlag('group', 'the group to move to'), flag('--no-group', 'move out of all groups')],
    run: async ({ database, workspaceId, id, flags: { group } }) => {
      if (group === undefined) throw new UsageError('Say where to move it: --group <id> or --no-group.')
      return await moveMembership(database, { workspaceId, id }, group === false ? null : group)
    },
    missing:
      'The workspace has no such membership, or its program has no such group. See memberships list and groups list.',
    done: (membership) => `Membership ${membership.name} was moved.`,
  }),
]
