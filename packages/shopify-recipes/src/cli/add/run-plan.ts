import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runDoctorCommand } from '../doctor/doctor-command.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { type AppFolder, openAppFolder } from './app-folder.ts'
import { variableNames } from './env-example-draft.ts'
import { formatDiff } from './format-diff.ts'
import type { AddChoice } from './host-plan.ts'
import { loadOnce } from './load-once.ts'
import { formatManualSteps } from './manual-steps.ts'
import type { Plan } from './plan.ts'
import { packageName } from './recipe-names.ts'
import { recordPath, writeChanges } from './undo-record.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** How a person chose to have changes shown and written. */
export interface WriteOptions {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

/** A command that changes an app. */
export interface AppRun {
  readonly command: 'add' | 'migrate'
  readonly options: WriteOptions
  readonly io: CommandIo
  readonly folder: AppFolder
  readonly choice: AddChoice
  /** What the command tells of the app besides, as it then is. */
  readonly tellRest?: () => Promise<PlanReport>
}

/** The same as members of a JSON line, and as a text. */
export interface PlanReport {
  readonly line: object
  readonly text: string
}

const nothing: PlanReport = { line: {}, text: '' }

/**
 * Shows the changes of a plan, asks, writes them, and says what is left to do.
 *
 * @returns an exit code; undefined where the changes are written
 */
export async function runPlan(plan: Plan, run: AppRun): Promise<number | undefined> {
  const { options, io, choice } = run
  const { changes, host } = plan
  const diff = changes.map(formatDiff).join('')
  if (!options.json) io.write(diff + warnOfDirtyFiles(plan, io.folder))
  const isAllowed =
    options.dryRun || options.yes || (io.isTerminal && !options.json && (await io.confirm(question)))
  if (!isAllowed && io.isTerminal && !options.json) {
    io.write('\nNothing was written.\n')
    return io.interrupted.aborted ? exitCodes.interrupted : exitCodes.done
  }
  if (!isAllowed) {
    throw new UsageError(
      'There is no terminal to ask on: add --yes to write these changes, or --dry-run to only see them.',
    )
  }
  const untried = options.dryRun ? undefined : writeAndTry(plan, io)
  if (untried instanceof UnsupportedAppError) return leaveAlone(untried.message, run)
  const steps = [...listSteps(plan, choice), ...(untried ? [untried] : [])]
  const files = changes.map(({ path, before }) => ({ path, isNew: before === null }))
  const outcome = options.dryRun ? 'planned' : run.command === 'add' ? 'added' : 'migrated'
  const { line, text } = (await run.tellRest?.()) ?? nothing
  const said = { outcome, framework: host.framework, variant: choice.variant, files, diff, steps, ...line }
  report(run, { line: said, text: formatEnd(outcome, steps) + text })
  if (options.dryRun) return exitCodes.done
  await checkResult(options, io)
  return undefined
}

/** Says why nothing was changed, and what to do by hand. */
export async function leaveAlone(reason: string, run: AppRun): Promise<number> {
  const manualSteps = formatManualSteps(run.folder, run.choice)
  const rest = (await run.tellRest?.()) ?? nothing
  report(run, {
    line: { outcome: 'unsupported', reason, manualSteps, ...rest.line },
    text: `${reason}\nNothing was changed. To add the recipes by hand:\n\n${manualSteps}${rest.text}`,
  })
  return exitCodes.unsupported
}

/** Writes what a command has to say: as one JSON line where that was asked for. */
export function report(
  { command, options, io }: Pick<AppRun, 'command' | 'options' | 'io'>,
  said: PlanReport,
): void {
  io.write(options.json ? `${JSON.stringify({ type: command, ...said.line })}\n` : said.text)
}

/**
 * Writes the changes. A server that they keep from loading gets its files back; those of the routed frameworks are
 * loaded by nobody before they are built.
 *
 * @returns what is left to do where nobody can tell, because the server did not load before either
 */
function writeAndTry(
  { changes, host }: Plan,
  { folder, env }: CommandIo,
): UnsupportedAppError | string | undefined {
  const open = openAppFolder(folder)
  const takeBack = writeChanges(open, changes)
  if (host.framework !== 'express') return undefined
  const { root, entry } = host
  const server = { folder: join(folder, root), entry: entry.slice(root.length), env }
  const fault = loadOnce(server)
  if (fault === undefined) return undefined
  if (!fault.includes('Cannot find package')) {
    takeBack()
    if (loadOnce(server) === undefined) {
      return new UnsupportedAppError(`With the changes ${entry} does not load: ${fault}`)
    }
    writeChanges(open, changes)
  }
  return `Start the app once: ${entry} could not be loaded here (${fault})`
}

const question = 'Write these changes?'

/** A word on files that are not committed as they are: what is written goes among those changes. */
function warnOfDirtyFiles({ changes }: Plan, folder: string): string {
  const paths = changes.filter(({ before }) => before !== null).map(({ path }) => path)
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', ...paths], {
    cwd: folder,
    encoding: 'utf8',
  })
  const lines = status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
  if (lines.length === 0) return ''
  return `\nNot committed yet, and changed by this:\n${lines.map((line) => `  ${line.slice(3)}\n`).join('')}`
}

/** What only the person can do. */
function listSteps({ host, steps, changes }: Plan, choice: AddChoice): readonly string[] {
  const { root, packageManager } = host
  const hasNewPackage = changes.some(({ path }) => path === `${root}package.json`)
  const subscribed = changes.map(({ path }) => path).filter((path) => path.endsWith('.toml'))
  return [
    ...(hasNewPackage ? [`${packageManager} install${root && ` (in ${root})`}`] : []),
    ...steps,
    `Set ${variableNames(choice).join(', ')} where the app runs.`,
    ...(subscribed.length > 0 ? [`Run shopify app deploy, for ${subscribed.join(' and ')}.`] : []),
  ]
}

function formatEnd(outcome: 'planned' | 'added' | 'migrated', steps: readonly string[]): string {
  if (outcome === 'planned') return '\nNothing was written.\n'
  const lines = steps.map((step, index) => `${index + 1}. ${step}\n`)
  const done = outcome === 'added' ? 'Added' : 'Migrated'
  return `\n${done}. Left to do:\n${lines.join('')}\nTo undo it: npx ${packageName} add --undo (needs ${recordPath})\n\n`
}

/** Missing settings are reported by `doctor`; they do not fail the command. */
async function checkResult({ json }: WriteOptions, io: CommandIo): Promise<void> {
  if (!json) io.write('The doctor reports this until that is done:\n\n')
  await runDoctorCommand([], { ...(json && { json }) }, io)
}
