import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Program } from './store.ts'

/** A program with the day on which its members are paid. */
export interface ProgramPayDay extends Pick<Program, 'id' | 'name' | 'payDay'> {
  readonly appName: string
}

const programsMax = 200

const listStatement: Statement = {
  name: 'program_list_pay_days',
  text: `
    select program.id, program.name, program.pay_day as "payDay", app.name as "appName"
    from programs program
    join apps app on app.workspace_id = $1 and app.id = program.app_id
    where program.workspace_id = $1 and program.closed_at is null
    order by program.name, program.id
    limit ${programsMax}`,
}

/** Lists the open programs of a workspace with their pay days, by name: the first 200. */
export async function listProgramPayDays(
  database: Queryable,
  workspaceId: string,
): Promise<readonly ProgramPayDay[]> {
  return await database.query<ProgramPayDay>(listStatement, [workspaceId])
}
