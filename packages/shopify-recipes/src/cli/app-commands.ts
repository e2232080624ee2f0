import { type Command, Option } from 'commander'
import type { AddCommandOptions } from './add/add-command.ts'
import type { CommandIo } from './io.ts'
import type { MigrateCommandOptions } from './migrate/migrate-command.ts'

// The commands that change an app. What they do is loaded when one runs: the other commands need no parser.

/** Adds `add` to the program. */
export function addAdd(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  const add = program
    .command('add')
    .description('adds the recipes to an app: shows the changes, asks, writes, and checks')
    .addOption(
      new Option('--variant <variant>', 'identify at install, or forward uninstalls')
        .choices(['install', 'forward'])
        .default('install'),
    )
    .option('--backfill', 'also add the temporary backfill route')
    .option('--undo', 'undo what was added')
    .addOption(
      new Option('--verify', 'then wait for the first receipt, ten minutes at most').conflicts([
        'dryRun',
        'undo',
      ]),
    )
  addWriting(add).action(async (options: AddCommandOptions) => {
    const { runAddCommand } = await import('./add/add-command.ts')
    finish(await runAddCommand(options, io))
  })
}

/** Adds `migrate` to the program. */
export function addMigrate(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  const mantle = program
    .command('migrate')
    .description('moves an app over from another platform')
    .command('mantle')
    .description(
      "takes Mantle's identify calls out and adds the recipes: shows the changes, asks, writes, and lists what is left of Mantle",
    )
  addWriting(mantle).action(async (options: MigrateCommandOptions) => {
    const { runMigrateMantle } = await import('./migrate/migrate-command.ts')
    finish(await runMigrateMantle(options, io))
  })
}

function addWriting(command: Command): Command {
  return command
    .option('--dry-run', 'show the changes and write nothing')
    .option('--yes', 'write without asking; required without a terminal')
    .option('--json', 'one JSON line instead of text')
    .option('--cwd <folder>', "the app's folder (default: the current one)")
}
