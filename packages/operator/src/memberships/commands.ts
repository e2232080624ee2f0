import { operations } from '@affiliate-platform/contract'
import { listMemberships } from '@affiliate-platform/platform/memberships'
import { Option } from 'commander'
import type { NounPlan } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { membershipChanges } from './changes.ts'
import { membershipStateCommands } from './states.ts'

/** `memberships create`, `update`, `move`, `suspend`, `close`, `reopen` and `list`. */
export const membershipsCommands: NounPlan = {
  name: 'memberships',
  description: 'create, change, move, suspend, close and list memberships, the members who are paid',
  commands: [
    ...membershipChanges,
    ...membershipStateCommands,
    list<{ program?: string; group?: string; status?: string }>()({
      description: 'list memberships, oldest first',
      examples: [
        'memberships list',
        'memberships list --program "$program" --group "$group" --status active --json',
      ],
      options: [
        recordFlag('program', 'only the memberships of this program'),
        recordFlag('group', 'only the memberships of this group'),
        new Option('--status <status>', 'only the memberships in this state').choices(
          operations.listMemberships.statuses,
        ),
      ],
      find: ({ database, workspaceId, flags, page }) => {
        const filter = { workspaceId, programId: flags.program, groupId: flags.group, status: flags.status }
        return listMemberships(database, filter, page)
      },
      toAfter: ({ id }) => id,
      // What a person looks for first comes first.
      toTableRow: ({ id, name, status, groupId, ...rest }) => ({ id, name, status, groupId, ...rest }),
    }),
  ],
}
