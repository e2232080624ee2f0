import type { ListPage, Queryable } from '@affiliate-platform/platform/database'
import type { Option } from 'commander'
import type { AddCommand } from './act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, type CommandPlan, runOnDatabase } from './database-command.ts'
import { parseId, type ValueParser } from './parse-value.ts'
import { addListOptions, type ListFlags, printList, printWholeCsv, toListPage } from './print-list.ts'

/** A list of the records of a noun. */
interface ListPlan<At extends { readonly flags: unknown }, Row extends object> extends CommandPlan {
  /** Default: `list`. */
  readonly name?: string
  /** Its filters. `--workspace` stands behind them, unless it is among them. */
  readonly options?: readonly Option[]
  /** Throws where the filters are wrong, before a database is opened. */
  readonly check?: (flags: At['flags']) => void
  /** Reads what `--after` takes. Default: an id. */
  readonly parseAfter?: (name: string) => ValueParser<string>
  readonly find: (at: At) => Promise<readonly Row[]>
  /** What identifies a row to `--after`. */
  readonly toAfter: (row: Row) => string
  /** The columns that are shown however narrow the terminal is. Default: `id`. */
  readonly pinned?: readonly string[]
  /** What the table shows of a row. Default: the row. */
  readonly toTableRow?: (row: Row) => object
  /** What CSV shows of a row. Default: the same. */
  readonly toCsvRow?: (row: Row) => object
}

interface At<Flags> {
  readonly database: Queryable
  readonly flags: Flags
  readonly page: ListPage
}

/** Makes the command that lists records of one workspace. */
export function list<Flags>() {
  return <Row extends object>(
    plan: ListPlan<At<Flags & WorkspaceFlags> & { readonly workspaceId: string }, Row>,
  ): AddCommand =>
    (noun, terminal) =>
      addWorkspaceOption(
        globalList<Flags & WorkspaceFlags>()({
          ...plan,
          find: async (at) => plan.find({ ...at, workspaceId: await chooseWorkspace(at.database, at.flags) }),
        })(noun, terminal),
      )
}

/** Makes the command that lists records of all workspaces. */
export function globalList<Flags>() {
  return <Row extends object>(plan: ListPlan<At<Flags>, Row>) =>
    (...[noun, terminal]: Parameters<AddCommand>) => {
      const command = addDatabaseCommand(noun, plan.name ?? 'list', plan)
      addListOptions(command, plan.parseAfter ?? parseId)
      for (const option of plan.options ?? []) command.addOption(option)
      return command.action(async (flags: ListFlags & Flags) => {
        plan.check?.(flags)
        if (flags.csv && !flags.json && flags.limit === undefined) {
          await runOnDatabase(terminal, flags, (database) =>
            printWholeCsv(terminal, flags, {
              ...plan,
              readPage: (page) => plan.find({ database, flags, page }),
            }),
          )
          return
        }
        const page = toListPage(flags)
        const rows = await runOnDatabase(terminal, flags, (database) => plan.find({ database, flags, page }))
        printList(terminal, flags, { ...plan, rows })
      })
    }
}
