import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listProgramPayDays, updateProgram } from '@affiliate-platform/platform/programs'
import { findTimeZone, findWorkspace, updateWorkspace } from '@affiliate-platform/platform/workspaces'
import type { ConsoleContext } from './console-context.ts'

type CalendarOperations = Pick<
  typeof consoleOperations,
  'readCalendar' | 'setTimeZone' | 'setPayeeHold' | 'setPayDay'
>

/** Says when days begin, and on which of them members are paid. */
export function createCalendarHandlers({
  database,
}: ConsoleContext): Handlers<CalendarOperations, RequestContext> {
  return {
    readCalendar: async ({ caller: { workspaceId } }) => {
      const [workspace, programs] = await Promise.all([
        findWorkspace(database, workspaceId),
        listProgramPayDays(database, workspaceId),
      ])
      if (workspace === undefined) throw accessDenied()
      const { timeZone, payeeHoldDays } = workspace
      return { value: { timeZone, payeeHoldDays, programs } }
    },

    setTimeZone: async ({ caller: { workspaceId: id, actor }, body }) => {
      const timeZone = await findTimeZone(database, body.timeZone)
      if (timeZone === undefined) {
        return { value: { rejected: 'There is no such time zone. Choose a name such as Europe/Berlin.' } }
      }
      await updateWorkspace(actAs(database, actor), { id, timeZone })
      return { value: { rejected: null } }
    },

    setPayeeHold: async ({ caller: { workspaceId: id, actor }, body: { days } }) => {
      await updateWorkspace(actAs(database, actor), { id, payeeHoldDays: days })
      return { value: {} }
    },

    setPayDay: async ({ caller: { workspaceId, actor }, pathId: id, body: { payDay } }) => {
      const program = await updateProgram(actAs(database, actor), { workspaceId, id }, { payDay })
      if (program === undefined) throw accessDenied()
      return { value: {} }
    },
  }
}
