import type { Queryable, Statement } from '../database/statements/database.ts'

export interface Program {
  readonly id: string
  readonly workspaceId: string
  readonly appId: string
  readonly name: string
  readonly createdAt: Date
  /** Since when it takes no new members and referrals (D139); null while it is open. */
  readonly closedAt: Date | null
  /** Why, if somebody said so. */
  readonly closedReason: string | null
  /** The day of the month on which its members are paid, 1 to 31; null where none is set. */
  readonly payDay: number | null
  /** Whether anybody can read its terms and apply. */
  readonly hasPublicPage: boolean
}

export type ProgramKey = Pick<Program, 'workspaceId' | 'id'>

/** What is read of a program, as SQL. */
export const programColumns = `
      id, workspace_id as "workspaceId", app_id as "appId", name, created_at as "createdAt", closed_at as "closedAt",
      closed_reason as "closedReason", pay_day as "payDay", has_public_page as "hasPublicPage"`

const findClosedStatement: Statement = {
  name: 'program_find_closed',
  text: 'select from programs where workspace_id = $1 and id = $2 and closed_at is not null',
}

/** Whether the program of a record takes no new members and referrals (D139). */
export async function isClosed(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string },
): Promise<boolean> {
  return (await database.query(findClosedStatement, [workspaceId, programId])).length > 0
}
