import { Command, CommanderError } from 'commander'
import { SettingsError } from '../config.ts'
import { toDatabaseFault } from '../database/faults.ts'
import { FolderInUseError } from '../database/folder-lock.ts'
import { describeError } from '../log.ts'
import { addDevCommand } from './dev.ts'
import { addKeysCommands } from './keys.ts'
import { addMigrateCommand } from './migrate.ts'
import { OperatorError } from './operator-error.ts'
import { addServeCommand } from './serve.ts'

/** What the command's exit code says. */
const exitCodes = { failed: 1, usage: 2 } as const

/** Runs `affiliate-service` with a process's arguments, and sets its exit code. */
export async function runCommand(argv: readonly string[]): Promise<void> {
  try {
    await buildProgram().parseAsync([...argv])
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has printed its own message; asking for help is no failure.
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
      return
    }
    process.stderr.write(`${describeFailure(error)}\n`)
    process.exitCode = error instanceof SettingsError ? exitCodes.usage : exitCodes.failed
  }
}

function buildProgram(): Command {
  const program = new Command('affiliate-service')
    .description('The affiliate platform service and its tools.')
    .showHelpAfterError('Run affiliate-service --help to see what there is.')
    .exitOverride()
    .addHelpText(
      'after',
      `
Settings (environment):
  DATABASE_URL                  a Postgres database; without it an embedded one in the data folder
  HOST, PORT                    where to listen (default: 127.0.0.1, 4010)
  LOG_LEVEL                     trace, debug, info, warn, error or silent
  IDENTIFY_REQUESTS_PER_MINUTE  identify requests per workspace key (default: 1200)

Exit codes: 0 done, 1 failed, 2 wrong usage or settings.`,
    )
  addDevCommand(program)
  addServeCommand(program)
  addMigrateCommand(program)
  addKeysCommands(program)
  return program
}

function describeFailure(error: unknown): string {
  const isExpected =
    error instanceof OperatorError || error instanceof SettingsError || error instanceof FolderInUseError
  if (isExpected) return error.message
  if (toDatabaseFault(error) === 'unavailable') {
    return 'The database cannot be reached. Check DATABASE_URL, and that the server is running and accepts this user.'
  }
  return `This should not have happened:\n${JSON.stringify(describeError(error), null, 2)}`
}
