import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { findAppRoot } from '../app-root.ts'
import { runDoctorCommand } from '../doctor/doctor-command.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { type AppFolder, openAppFolder } from './app-folder.ts'
import { variableNames } from './env-example-draft.ts'
import { formatChanges } from './format-changes.ts'
import { formatDiff } from './format-diff.ts'
import type { AddChoice } from './host-plan.ts'
import { loadOnce } from './load-once.ts'
import { formatManualSteps } from './manual-steps.ts'
import { type Plan, planChanges } from './plan.ts'
import { packageName, type Variant } from './recipe-names.ts'
import { recordPath, undoChanges, writeChanges } from './undo-record.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'
import { verifyReceipt } from './verify-receipt.ts'

/** The options of `add`, as commander hands them over. */
export interface AddCommandOptions {
  readonly variant: Variant
  readonly backfill?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly undo?: boolean
  readonly verify?: boolean
  readonly json?: boolean
  readonly cwd?: string
}

/** `affiliate-recipes add`: adds the recipes to an app, or takes them out again. */
export async function runAddCommand(options: AddCommandOptions, processIo: CommandIo): Promise<number> {
  const start = resolve(processIo.folder, options.cwd ?? '.')
  const io = { ...processIo, folder: findAppRoot(start) }
  if (options.undo) return runUndo(options, io)
  const folder = openAppFolder(io.folder, start)
  const run: Run = { options, io, folder }
  const choice = { variant: options.variant, hasBackfill: options.backfill ?? false, nowMs: io.now() }
  const draft = planOrReason(() => planChanges(folder, choice))
  if (typeof draft === 'string') return leaveAlone(draft, choice, run)
  const plan = { ...draft, changes: await formatChanges(folder, draft) }
  if (plan.changes.length === 0) {
    io.write(
      toOutput(options, { outcome: 'unchanged' }, 'Nothing to change: the recipes are already in place.\n'),
    )
    return await checkReceipt(run)
  }
  return runPlan(plan, choice, run)
}

/** What was added is seen to work by the first receipt alone. */
async function checkReceipt({ options, io }: Run): Promise<number> {
  return options.verify ? await verifyReceipt(options.json ?? false, io) : exitCodes.done
}

/** Says why nothing was changed, and what to do by hand. */
function leaveAlone(reason: string, choice: AddChoice, { options, io, folder }: Run): number {
  const manualSteps = formatManualSteps(folder, choice)
  const text = `${reason}\nNothing was changed. To add the recipes by hand:\n\n${manualSteps}`
  io.write(toOutput(options, { outcome: 'unsupported', reason, manualSteps }, text))
  return exitCodes.unsupported
}

interface Run {
  readonly options: AddCommandOptions
  readonly io: CommandIo
  readonly folder: AppFolder
}

async function runPlan(plan: Plan, choice: AddChoice, run: Run): Promise<number> {
  const { options, io } = run
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
  if (untried instanceof UnsupportedAppError) return leaveAlone(untried.message, choice, run)
  const steps = [...listSteps(plan, choice), ...(untried ? [untried] : [])]
  const files = changes.map(({ path, before }) => ({ path, isNew: before === null }))
  const outcome = options.dryRun ? 'planned' : 'added'
  io.write(
    toOutput(
      options,
      { outcome, framework: host.framework, variant: choice.variant, files, diff, steps },
      formatEnd(outcome, steps),
    ),
  )
  if (options.dryRun) return exitCodes.done
  await checkResult(options, io)
  return await checkReceipt(run)
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

function formatEnd(outcome: 'planned' | 'added', steps: readonly string[]): string {
  if (outcome === 'planned') return '\nNothing was written.\n'
  const lines = steps.map((step, index) => `${index + 1}. ${step}\n`)
  const undo = `npx ${packageName} add --undo`
  return `\nAdded. Left to do:\n${lines.join('')}\nTo undo it: ${undo} (needs ${recordPath})\n\n`
}

/** Missing settings are reported by `doctor`; they do not fail `add`. */
async function checkResult({ json }: AddCommandOptions, io: CommandIo): Promise<void> {
  if (!json) io.write('The doctor reports this until that is done:\n\n')
  await runDoctorCommand([], { ...(json && { json }) }, io)
}

function runUndo(options: AddCommandOptions, io: CommandIo): number {
  const result = undoChanges(openAppFolder(io.folder))
  if (result.outcome === 'nothing') {
    io.write(toOutput(options, result, `Nothing to undo: there is no ${recordPath} here.\n`))
    return exitCodes.done
  }
  const { paths, left } = result
  const done = paths.length > 0 ? `Undone:\n${paths.map((path) => `  ${path}\n`).join('')}` : ''
  const rest = left.length > 0 ? `${leftText}${left.map(({ patch }) => patch).join('')}` : ''
  io.write(toOutput(options, result, done + rest))
  return left.length > 0 ? exitCodes.failed : exitCodes.done
}

const leftText = `
These files have been changed since where add had changed them. Take this out by hand, then run add --undo again or
remove ${recordPath}:

`

function toOutput({ json }: AddCommandOptions, line: object, text: string): string {
  return json ? `${JSON.stringify({ type: 'add', ...line })}\n` : text
}

function planOrReason(plan: () => Plan): Plan | string {
  try {
    return plan()
  } catch (error) {
    if (error instanceof UnsupportedAppError) return error.message
    throw error
  }
}
