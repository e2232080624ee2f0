import type { Queryable } from '@affiliate-platform/platform/database'
import {
  createMembership,
  type Membership,
  moveMembership,
  updateMembership,
} from '@affiliate-platform/platform/memberships'
import { findNamed } from '@affiliate-platform/platform/workspaces'
import { type ManualClaimsFlag, manualClaimsOption, toPermission } from '../apps/manual-claims-option.ts'
import { readChanges, type UpdateFlags } from '../apps/read-changes.ts'
import { type AddCommand, act, flag, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
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

const nowhere =
  'The workspace has no such program, the program has no such group, or it is closed. See programs list and groups list.'

/** Names that are equal are allowed, and commands then ask for ids. */
async function warnOfNamesakes(
  database: Queryable,
  { workspaceId, programId, id: own, name }: Membership,
): Promise<string> {
  const named = await findNamed(database, 'membership', {
    name,
    scope: { workspace: workspaceId, program: programId },
  })
  const ids = named.map(({ id }) => id).filter((id) => id !== own)
  return ids.length === 0
    ? ''
    : `\nThe program has another membership of this name, ${ids.join(', ')}: commands need the id of the one that is meant.`
}

export const membershipChanges: readonly AddCommand[] = [
  change<CreateFlags>()({
    name: 'create',
    description: 'create a membership and print its id',
    examples: [`memberships create --program "$program" --group "$group" --name 'Harbour Studio'`],
    options: [
      recordFlag('program', 'program of the membership').makeOptionMandatory(),
      recordFlag('group', 'group of that program (default: none)'),
      required('--name <name>', 'name of the member', parseText),
      manualClaimsOption(),
    ],
    toChange: ({ flags }) => {
      const { program: programId, group: groupId = null, name } = flags
      const allowManualClaims = toPermission(flags) ?? null
      return {
        run: async (database, workspaceId) => {
          const plan = { workspaceId, programId, groupId, name, allowManualClaims }
          const membership = await createMembership(database, plan)
          if (membership === undefined) throw new OperatorError(nowhere)
          const warning = await warnOfNamesakes(database, membership)
          const message = `Membership ${membership.name} was created.${warning}`
          return { value: membership.id, record: membership, message }
        },
      }
    },
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
