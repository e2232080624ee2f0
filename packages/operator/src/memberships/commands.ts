import { operations } from '@affiliate-platform/contract'
import { toListedMembership } from '@affiliate-platform/platform/csv'
import { listSources } from '@affiliate-platform/platform/list-sources'
import type { NounPlan } from '../command-line/act.ts'
import { listRecords } from '../command-line/record-list.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'
import { showWithTerms } from '../terms/show-record.ts'
import { membershipChanges } from './changes.ts'
import { membershipEraseCommand } from './erase-command.ts'
import { membershipPortalCommands } from './portal-commands.ts'
import { membershipStateCommands } from './states.ts'

export const membershipsCommands: NounPlan = {
  name: 'memberships',
  description:
    'create, change, move, suspend, close, erase, show and list memberships, the members who are paid, and invite them to the portal',
  commands: [
    ...membershipChanges,
    ...membershipStateCommands,
    ...membershipPortalCommands,
    membershipEraseCommand,
    showWithTerms(
      'getMembership',
      (id, flags) =>
        `More: ${toCommandLine(`balances --membership ${id}`, flags)}\n${toCommandLine(`payees show ${id}`, flags)}`,
    ),
    listRecords({
      list: operations.listMemberships,
      source: listSources.listMemberships,
      description: 'list the memberships of an app, newest first',
      examples: [
        'memberships list',
        'memberships list --program "$program" --group "$group" --status active --json',
      ],
      searched: 'member or program name',
      first: ['name', 'status', 'program'],
      toRecord: toListedMembership,
    }),
  ],
}
