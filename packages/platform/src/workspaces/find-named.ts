import type { Queryable, Statement } from '../database/statements/database.ts'
import { isSameText } from '../database/statements/fold-case.ts'

/** The kinds of records that people call by a name. */
export type NamedKind = 'workspace' | 'app' | 'program' | 'membership' | 'group'

/** A record that has a name. */
export interface NamedRecord {
  readonly id: string
  readonly name: string
  /** The name of the app or program that it belongs to; null where it belongs to a workspace alone. */
  readonly within: string | null
}

/** Where a name is looked for: the narrower, the fewer records share it. Ids; a workspace is looked for among all. */
export interface NameScope {
  readonly workspace?: string
  readonly app?: string
  readonly program?: string
  /** Groups: those that this membership may be in. */
  readonly membership?: string
}

const rowsMax = 1000

const statements: Readonly<Record<NamedKind, Statement>> = {
  workspace: {
    name: 'workspace_find_named',
    text: `
      select workspace_id::text as id, name, null as within
      from workspaces
      where $1::text is null or ${isSameText('name', '$1')}
      order by workspace_id limit ${rowsMax}`,
  },
  app: {
    name: 'app_find_named',
    text: `
      select id::text, name, null as within
      from apps
      where workspace_id = $2 and ($1::text is null or ${isSameText('name', '$1')})
      order by id limit ${rowsMax}`,
  },
  program: {
    name: 'program_find_named',
    text: `
      select program.id::text, program.name, app.name as within
      from programs program
      join apps app on app.workspace_id = program.workspace_id and app.id = program.app_id
      where program.workspace_id = $2 and ($1::text is null or ${isSameText('program.name', '$1')})
        and ($3::uuid is null or program.app_id = $3)
      order by program.id limit ${rowsMax}`,
  },
  membership: {
    name: 'membership_find_named',
    text: `
      select membership.id::text, membership.member_name as name, program.name as within
      from memberships membership
      join programs program
        on program.workspace_id = membership.workspace_id and program.id = membership.program_id
      where membership.workspace_id = $2
        and ($1::text is null or ${isSameText('membership.member_name', '$1')} or membership.id in (
          select membership_id from payees where workspace_id = $2 and ${isSameText('email', '$1')}
        ))
        and ($3::uuid is null or membership.app_id = $3)
        and ($4::uuid is null or membership.program_id = $4)
      order by membership.id limit ${rowsMax}`,
  },
  group: {
    name: 'group_find_named',
    text: `
      select member_group.id::text, member_group.name, program.name as within
      from groups member_group
      join programs program
        on program.workspace_id = member_group.workspace_id and program.id = member_group.program_id
      where member_group.workspace_id = $2 and ($1::text is null or ${isSameText('member_group.name', '$1')})
        and ($3::uuid is null or member_group.app_id = $3)
        and ($4::uuid is null or member_group.program_id = $4)
        and ($5::uuid is null or member_group.program_id = (
          select program_id from memberships where workspace_id = $2 and id = $5
        ))
      order by member_group.id limit ${rowsMax}`,
  },
}

const parametersOf: Readonly<Record<NamedKind, readonly (keyof NameScope)[]>> = {
  workspace: [],
  app: ['workspace'],
  program: ['workspace', 'app'],
  membership: ['workspace', 'app', 'program'],
  group: ['workspace', 'app', 'program', 'membership'],
}

/**
 * Finds the records that are called by a name, in upper or lower case; a membership also by an e-mail address of its payees.
 *
 * @param name - without it every record of the scope
 * @returns the oldest 1,000 first
 */
export async function findNamed(
  database: Queryable,
  kind: NamedKind,
  { name, scope }: { readonly name?: string | undefined; readonly scope: NameScope },
): Promise<readonly NamedRecord[]> {
  const parameters = parametersOf[kind].map((part) => scope[part] ?? null)
  return await database.query<NamedRecord>(statements[kind], [name ?? null, ...parameters])
}
