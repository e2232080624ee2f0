import { actAs } from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import { holdsDatabase } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { commandName } from './command-name.ts'
import { chooseDatabase, dataDirFlag, withDatabase } from './database-option.ts'
import { type ActorFlags, toOperator } from './operator.ts'
import { OperatorError } from './operator-error.ts'
import { parseText } from './parse-value.ts'
import { rejectPendingMigrations } from './reject-pending-migrations.ts'
import type { Terminal } from './terminal.ts'
import { toCommandLine } from './to-command-line.ts'

/** The flags of every command that works on a database. */
export interface DatabaseFlags extends ActorFlags {
  readonly dataDir?: string
  readonly json?: boolean
  /** No flag: how long the server may keep silent, for a command that reads everything. */
  readonly silenceTimeoutMs?: number | undefined
}

/** What a command is for, and lines that show it at work, without the name of the program. */
export interface CommandPlan {
  readonly description: string
  readonly examples: readonly string[]
}

export function addCommand(parent: Command, name: string, { description, examples }: CommandPlan): Command {
  const lines = examples.map((line) => `  ${commandName} ${line}`).join('\n')
  const fullName = parent.parent === null ? name : `${parent.name()} ${name}`
  return parent
    .command(name)
    .description(description)
    .addHelpText('after', `\nExamples:\n${lines}`)
    .showHelpAfterError(`Run ${commandName} ${fullName} --help for its arguments and flags.`)
}

/** Adds a command that works on a database. */
export function addDatabaseCommand(parent: Command, name: string, plan: CommandPlan): Command {
  return addCommand(parent, name, plan)
    .option(dataDirFlag.name, dataDirFlag.description)
    .option('--json', 'print one JSON document on standard output')
}

/** Adds a command that changes something, in the name of someone. */
export function addChangeCommand(parent: Command, name: string, plan: CommandPlan): Command {
  return addDatabaseCommand(parent, name, plan).option(
    '--as <name>',
    'who does it, for audit list (default: the system user)',
    parseText('--as'),
  )
}

/**
 * Opens the database that the flags and the environment name, does one thing with it and closes it.
 *
 * @throws OperatorError when there is no database, or it lacks migrations
 */
export async function runOnDatabase<T>(
  { env }: Terminal,
  flags: DatabaseFlags,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const choice = chooseDatabase(readSettings(env), flags.dataDir)
  // Opening would make an empty one, and a slip of the pen would go unnoticed.
  if ('dataFolder' in choice && !holdsDatabase(choice.dataFolder)) {
    throw new OperatorError(
      `There is no database in ${choice.dataFolder}. Name the right one with --data-dir or DATABASE_URL, or create one with ${toCommandLine('migrate', { dataDir: flags.dataDir })}`,
    )
  }
  return await withDatabase({ ...choice, silenceTimeoutMs: flags.silenceTimeoutMs }, async (database) => {
    await rejectPendingMigrations(database, flags)
    return await run(actAs(database, toOperator(flags)))
  })
}
