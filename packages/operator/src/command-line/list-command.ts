import type { Database, ListPage } from '@affiliate-platform/platform/database'
import { listActorNames } from '@affiliate-platform/platform/people'
import type { Command, Option } from 'commander'
import { type AddCommand, flag } from './act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, type CommandPlan, runOnDatabase } from './database-command.ts'
import { parseId, type ValueParser } from './parse-value.ts'
import {
  addListOptions,
  type ListFlags,
  type ListPart,
  printPart,
  printWholeCsv,
  rowsDefault,
} from './print-list.ts'
import type { Terminal } from './terminal.ts'

/** A list of the records of a noun. */
export interface ListPlan<Flags, Row extends object> extends CommandPlan {
  /** Default: `list`. */
  readonly name?: string
  /** Its filters. `--workspace` stands behind them, unless it is among them. */
  readonly options?: readonly Option[]
  /** Throws where the filters are wrong, before a database is opened. */
  readonly check?: (flags: Flags) => void
  /** The columns that decide: a screen shows them first, however narrow it is. */
  readonly first?: readonly string[]
  /** The column of the row's own id. Default: `id`. */
  readonly idColumn?: string
  /** What the table shows of a row, in one row or several. Default: the row. */
  readonly toTableRow?: (row: Row) => object | readonly object[]
  /** What CSV shows of a row. Default: the same. */
  readonly toCsvRow?: (row: Row) => object | readonly object[]
}

/** A list that is read part by part. */
interface PartsPlan<At extends { readonly flags: unknown }, Row extends object>
  extends ListPlan<At['flags'], Row> {
  /** The flag that goes on with it. */
  readonly goesOn: Option
  readonly readPart: (at: At) => Promise<ListPart<Row>>
}

/** A list whose rows say by themselves where it goes on. */
interface RowsPlan<At extends { readonly flags: unknown }, Row extends object>
  extends ListPlan<At['flags'], Row> {
  /** Reads what `--after` takes. Default: an id. */
  readonly parseAfter?: (name: string) => ValueParser<string>
  readonly find: (at: At) => Promise<readonly Row[]>
  /** What identifies a row to `--after`. */
  readonly toAfter: (row: Row) => string
}

interface At<Flags> {
  readonly database: Database
  readonly flags: Flags
  readonly page: ListPage
}

interface AtWorkspace<Flags> extends At<Flags & WorkspaceFlags> {
  readonly workspaceId: string
}

/** Makes the command that lists records of one workspace. */
export function list<Flags>() {
  return <Row extends object>(plan: RowsPlan<AtWorkspace<Flags>, Row>): AddCommand =>
    listParts<Flags>()({ ...plan, ...byRow(plan) })
}

/** Makes the command that lists records of one workspace, and is told where its list goes on. */
export function listParts<Flags>() {
  return <Row extends object>(plan: PartsPlan<AtWorkspace<Flags>, Row>): AddCommand =>
    (noun, terminal) =>
      addWorkspaceOption(
        addListCommand<Flags & WorkspaceFlags, Row>(noun, terminal, {
          ...plan,
          readPart: async (at) => {
            const workspaceId = await chooseWorkspace(at.database, at.flags)
            const part = await plan.readPart({ ...at, workspaceId })
            const actors = part.rows.flatMap((row) => ('actor' in row ? String(row.actor) : []))
            return { ...part, actorNames: await listActorNames(at.database, workspaceId, actors) }
          },
        }),
      )
}

/** Makes the command that lists records of all workspaces. */
export function globalList<Flags>() {
  return <Row extends object>(plan: RowsPlan<At<Flags>, Row>): AddCommand =>
    (noun, terminal) =>
      addListCommand<Flags, Row>(noun, terminal, { ...plan, ...byRow(plan) })
}

function byRow<Place extends At<unknown>, Row extends object>({
  parseAfter = parseId,
  find,
  toAfter,
}: RowsPlan<Place, Row>): Pick<PartsPlan<Place, Row>, 'goesOn' | 'readPart'> {
  return {
    goesOn: flag('--after <row>', 'continue after this row, the last one of the previous list', parseAfter),
    readPart: async (at) => {
      const { after, limit } = at.page
      // One row too many tells whether there are more.
      const found = await find({ ...at, page: { after, limit: limit + 1 } })
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return { rows, next: last && toAfter(last) }
    },
  }
}

function addListCommand<Flags, Row extends object>(
  noun: Command,
  terminal: Terminal,
  plan: PartsPlan<At<Flags>, Row>,
): Command {
  const command = addDatabaseCommand(noun, plan.name ?? 'list', plan)
  addListOptions(command, plan.goesOn)
  for (const option of plan.options ?? []) command.addOption(option)
  return command.action(async (flags: ListFlags & Flags) => {
    plan.check?.(flags)
    const after = flags.after ?? flags.cursor
    if (flags.csv && !flags.json && flags.limit === undefined) {
      await runOnDatabase(terminal, flags, (database) =>
        printWholeCsv(terminal, flags, {
          ...plan,
          after,
          readPart: (page) => plan.readPart({ database, flags, page }),
        }),
      )
      return
    }
    const page = { after, limit: flags.limit ?? rowsDefault }
    const part = await runOnDatabase(terminal, flags, (database) => plan.readPart({ database, flags, page }))
    printPart(terminal, flags, { ...plan, ...part })
  })
}
