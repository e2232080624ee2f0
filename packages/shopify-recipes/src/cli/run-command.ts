import { Command, CommanderError, Option } from 'commander'
import { addAdd, addMigrate } from './app-commands.ts'
import { type BackfillCommandOptions, backfillKind, runBackfillCommand } from './backfill-command.ts'
import { type DoctorCommandOptions, runDoctorCommand } from './doctor/doctor-command.ts'
import { type CommandIo, exitCodes, UsageError } from './io.ts'
import { type LoginCommandOptions, runLoginCommand } from './login/login-command.ts'
import { type MissedCommandOptions, runMissedCommand } from './missed/missed-command.ts'
import type { RunPagesOptions } from './pages/run-pages.ts'
import { migrationKind, runTokensCommand } from './tokens-command.ts'
import { runTriggerInstall, runTriggerUninstall, type TriggerCommandOptions } from './trigger-command.ts'

/**
 * Runs one `affiliate-recipes` command.
 *
 * @param words - the command line without the program
 * @returns the exit code
 */
export async function runCommand(words: readonly string[], io: CommandIo): Promise<number> {
  let exitCode: number = exitCodes.done
  const finish = (code: number) => {
    exitCode = code
  }
  try {
    await buildProgram(io, finish).parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    if (!(error instanceof UsageError)) throw error
    io.writeError(`${error.message}\n`)
    return exitCodes.usage
  }
}

function buildProgram(io: CommandIo, finish: (exitCode: number) => void): Command {
  const program = new Command('affiliate-recipes')
    .description("Drives and checks a Shopify app's recipes. Keys and secrets come from the environment.")
    .exitOverride()
    .configureOutput({
      writeOut: io.write,
      writeErr: io.writeError,
      // A key that should have gone into the environment is not repeated.
      outputError: (text, write) => write(text.replace(/=[^']+|\b(?:aff|shp[a-z]+)_\w+/g, '…')),
    })
  addLogin(program, io, finish)
  addAdd(program, io, finish)
  addMigrate(program, io, finish)
  addBackfill(program, io, finish)
  addMissed(program, io, finish)
  addTokens(program, io, finish)
  addTrigger(program, io, finish)
  addDoctor(program, io, finish)
  return program
}

function addLogin(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  program
    .command('login')
    .description('redeems a setup code: writes key, base URL and app id to .env')
    .argument('<code>', 'the code of the line that the operator was given; it works once')
    .requiredOption('--url <url>', 'the service')
    .option('--yes', 'replace values that .env already has, without asking')
    .option('--cwd <folder>', "the app's folder (default: the current one)")
    .action(async (code: string, options: LoginCommandOptions) =>
      finish(await runLoginCommand(code, options, io)),
    )
}

function addBackfill(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  const backfill = program.command('backfill').description('identifies the shops that an app already has')
  addPageRun(backfill, {
    name: 'run',
    description: 'drives the backfill route page by page; can be stopped and continued at any time',
    dryRun: 'read the shops and send nothing',
    stateFile: backfillKind.stateFile,
  })
    .addOption(
      new Option('--prime', 'record the shops as identified in the ledger, and send nothing').conflicts(
        'missed',
      ),
    )
    .option('--missed', 'send only the shops whose install was missed')
    .action(async (options: BackfillCommandOptions) => finish(await runBackfillCommand(options, io)))
}

function addMissed(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  program
    .command('missed')
    .description("lists the installs that were missed, from the app's ledger; changes nothing")
    .option('--json', 'one JSON line per install')
    .option('--cwd <folder>', "the app's folder (default: the current one)")
    .action(async (options: MissedCommandOptions) => finish(await runMissedCommand(options, io)))
}

function addTokens(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  const tokens = program.command('tokens').description('migrates the offline tokens that an app has stored')
  addPageRun(tokens, {
    name: 'migrate',
    description:
      'drives the route that exchanges them for expiring ones; can be stopped and continued at any time',
    dryRun: 'read the sessions and exchange nothing',
    stateFile: migrationKind.stateFile,
  }).action(async (options: RunPagesOptions) => finish(await runTokensCommand(options, io)))
}

interface PageRunWords {
  readonly name: string
  readonly description: string
  readonly dryRun: string
  readonly stateFile: string
}

/** A command that drives a route page by page, with the options that all of these have. */
function addPageRun(parent: Command, { name, description, dryRun, stateFile }: PageRunWords): Command {
  return parent
    .command(name)
    .description(description)
    .requiredOption('--url <url>', 'the route')
    .option('--resume', 'continue from the state file')
    .option('--retry-failed', 'repeat the shops that failed, then continue')
    .option('--dry-run', dryRun)
    .option('--json', 'one JSON line per page (default without a terminal)')
    .option('--state <file>', `the state file (default: ${stateFile}.json)`)
    .option('--key-env <name>', "the variable with the route's key", 'AFFILIATE_WORKSPACE_API_KEY')
    .option('--page-timeout <seconds>', 'time limit for one page', '60')
}

function addDoctor(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  program
    .command('doctor')
    .description('checks settings, sources, packages, bundle and service; changes nothing')
    .argument('[command...]', 'with --install, after --: what starts the app')
    .option(
      '--webhook-url <url>',
      'also sends valid and tampered webhooks to this address of the running app',
    )
    .option('--app-url <url>', 'also checks the running app: its page, and the webhook of shopify.app.toml')
    .addOption(
      new Option(
        '--install',
        'starts the app with a simulated Shopify on this machine, and lets a shop install it',
      ).conflicts(['appUrl', 'webhookUrl']),
    )
    .option('--offline', 'send no request to the service')
    .option('--json', 'one JSON line per result')
    .action(async (command: readonly string[], options: DoctorCommandOptions) =>
      finish(await runDoctorCommand(command, options, io)),
    )
}

function addTrigger(program: Command, io: CommandIo, finish: (exitCode: number) => void): void {
  const trigger = program.command('trigger').description('sends what Shopify would send')
  const add = (name: string, description: string) =>
    trigger
      .command(name)
      .description(description)
      .requiredOption('--url <url>', 'the URL in the app')
      .option('--shop <domain>', 'the shop', 'example.myshopify.com')
      .option('--json', 'print the response as one JSON line')
      .option('--secret-env <name>', "the variable with the app's client secret", 'SHOPIFY_API_SECRET')
      .option('--client-id-env <name>', "the variable with the app's client id", 'SHOPIFY_API_KEY')
  add('uninstall', 'a signed app/uninstalled webhook')
    .option('--payload <file>', 'a JSON file whose fields replace those of the sample')
    .action(async (options: TriggerCommandOptions) => finish(await runTriggerUninstall(options, io)))
  add('install', "the embedded app's first page, with a signed session token").action(
    async (options: TriggerCommandOptions) => finish(await runTriggerInstall(options, io)),
  )
}
