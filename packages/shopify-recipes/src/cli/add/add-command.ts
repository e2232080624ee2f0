import { resolve } from 'node:path'
import { findAppRoot } from '../app-root.ts'
import { type CommandIo, exitCodes } from '../io.ts'
import { openAppFolder } from './app-folder.ts'
import { formatChanges } from './format-changes.ts'
import { planChanges, planOrReason } from './plan.ts'
import type { Variant } from './recipe-names.ts'
import { type AppRun, leaveAlone, report, runPlan, type WriteOptions } from './run-plan.ts'
import { recordPath, undoChanges } from './undo-record.ts'
import { verifyReceipt } from './verify-receipt.ts'

/** The options of `add`, as commander hands them over. */
export interface AddCommandOptions extends WriteOptions {
  readonly variant: Variant
  readonly backfill?: boolean
  readonly undo?: boolean
  readonly verify?: boolean
  readonly cwd?: string
}

/** `affiliate-recipes add`: adds the recipes to an app, or takes them out again. */
export async function runAddCommand(options: AddCommandOptions, processIo: CommandIo): Promise<number> {
  const start = resolve(processIo.folder, options.cwd ?? '.')
  const io = { ...processIo, folder: findAppRoot(start) }
  if (options.undo) return runUndo(options, io)
  const folder = openAppFolder(io.folder, start)
  const choice = { variant: options.variant, hasBackfill: options.backfill ?? false, nowMs: io.now() }
  const run: AppRun = { command: 'add', options, io, folder, choice }
  const draft = planOrReason(() => planChanges(folder, choice))
  if (typeof draft === 'string') return leaveAlone(draft, run)
  const plan = { ...draft, changes: await formatChanges(folder, draft) }
  if (plan.changes.length === 0) {
    const text = 'Nothing to change: the recipes are already in place.\n'
    report(run, { line: { outcome: 'unchanged' }, text })
  }
  const exitCode = plan.changes.length === 0 ? undefined : await runPlan(plan, run)
  if (exitCode !== undefined) return exitCode
  // What was added is seen to work by the first receipt alone.
  return options.verify ? await verifyReceipt(options.json ?? false, io) : exitCodes.done
}

function runUndo(options: AddCommandOptions, io: CommandIo): number {
  const run = { command: 'add', options, io } as const
  const result = undoChanges(openAppFolder(io.folder))
  if (result.outcome === 'nothing') {
    report(run, { line: result, text: `Nothing to undo: there is no ${recordPath} here.\n` })
    return exitCodes.done
  }
  const { paths, left } = result
  const done = paths.length > 0 ? `Undone:\n${paths.map((path) => `  ${path}\n`).join('')}` : ''
  const rest = left.length > 0 ? `${leftText}${left.map(({ patch }) => patch).join('')}` : ''
  report(run, { line: result, text: done + rest })
  return left.length > 0 ? exitCodes.failed : exitCodes.done
}

const leftText = `
These files have been changed since where add had changed them. Take this out by hand, then run add --undo again or
remove ${recordPath}:

`
