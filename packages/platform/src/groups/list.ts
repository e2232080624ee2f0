import { type ListRow, operations } from '@affiliate-platform/contract'
import { createListStatements } from '../lists/list-statements.ts'
import { createListSource, type ListedRow } from '../lists/read-page.ts'
import { termsFrom } from '../terms/terms-from.ts'

export interface GroupRow extends ListedRow {
  readonly group_name: string
  readonly memberships: number
  /** Not sent. */
  readonly allow_manual_claims: boolean | null
}

const fewMax = 1000

/**
 * How many memberships are in a group now, as SQL. Few are counted along the index, whatever the planner believes: where
 * one group has nearly all of them, it would read the table for each of the others.
 */
export const membershipCount = `(
      select case when found <= ${fewMax} then found else (
        select count(*)::int from memberships
        where workspace_id = $1 and group_id = record.id
      ) end
      from (
        select count(*)::int as found from (
          select from memberships
          where workspace_id = $1 and group_id = record.id
          order by created_at desc, id desc
          limit ${fewMax + 1}
        ) few
      ) counted
    )`

/** The state of a group at `clock.now` as SQL. */
export const groupStatus = `case
    when ${termsFrom('group', 'record.id')} <= clock.now then 'own_terms'
    when ${termsFrom('program', 'record.program_id')} <= clock.now then 'inherited_terms'
    else 'no_terms'
  end`

const statements = createListStatements(operations.listGroups, {
  table: 'groups',
  programId: 'record.program_id',
  columns: ['record.name as group_name', `${membershipCount} as memberships`, 'record.allow_manual_claims'],
  status: groupStatus,
  searched: ['record.name'],
})

/** The groups as a list of the interface (D61). */
export const groupsList = createListSource<GroupRow>(
  statements,
  (row, { appId }): ListRow<'listGroups'> => ({
    id: row.id,
    kind: 'groups',
    appId,
    programId: row.program_id,
    name: row.name,
    status: row.status,
    groupName: row.group_name,
    memberships: row.memberships,
  }),
)
