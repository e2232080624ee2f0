import { resolve } from 'node:path'
import { type AppFolder, openAppFolder } from '../add/app-folder.ts'
import { formatChanges } from '../add/format-changes.ts'
import { type Change, type Plan, planChanges, planOrReason } from '../add/plan.ts'
import {
  type AppRun,
  leaveAlone,
  type PlanReport,
  report,
  runPlan,
  type WriteOptions,
} from '../add/run-plan.ts'
import { findAppRoot } from '../app-root.ts'
import { type CommandIo, exitCodes } from '../io.ts'
import { cutMantle } from './cut-mantle.ts'
import { formatLeftovers } from './leftover.ts'
import { listLeftovers } from './list-leftovers.ts'
import { readMantleApp } from './mantle-app.ts'

/** The options of `migrate mantle`, as commander hands them over. */
export interface MigrateCommandOptions extends WriteOptions {
  readonly cwd?: string
}

/** `affiliate-recipes migrate mantle`: takes Mantle's identify calls out of an app, and adds the recipes. */
export async function runMigrateMantle(
  options: MigrateCommandOptions,
  processIo: CommandIo,
): Promise<number> {
  const start = resolve(processIo.folder, options.cwd ?? '.')
  const io = { ...processIo, folder: findAppRoot(start) }
  const folder = openAppFolder(io.folder, start)
  const choice = { variant: 'install', hasBackfill: false, nowMs: io.now() } as const
  const run: AppRun = { command: 'migrate', options, io, folder, choice, tellRest: () => tellRest(folder) }
  const { texts } = cutMantle(await readMantleApp(io.folder))
  const draft = planOrReason(() => planWithout(folder, texts, choice))
  if (typeof draft === 'string') return await leaveAlone(draft, run)
  const plan = { ...draft, changes: await formatChanges(folder, draft) }
  if (plan.changes.length > 0) return (await runPlan(plan, run)) ?? exitCodes.done
  const { line, text } = await tellRest(folder)
  const words =
    'Nothing to change: no identify call of Mantle can be taken out, and the recipes are in place.\n'
  report(run, { line: { outcome: 'unchanged', ...line }, text: words + text })
  return exitCodes.done
}

/** Plans what `add` would do with an app of other texts, and those texts with it. */
function planWithout(folder: AppFolder, texts: ReadonlyMap<string, string>, choice: AppRun['choice']): Plan {
  const read = (path: string) => texts.get(path) ?? folder.read(path)
  const plan = planChanges({ ...folder, read }, choice)
  const added = new Map(plan.changes.map(({ path, after }) => [path, after]))
  const paths = [...new Set([...texts.keys(), ...added.keys()])]
  const changes = paths.map(
    (path): Change => ({ path, before: folder.read(path), after: added.get(path) ?? read(path) ?? '' }),
  )
  return { ...plan, changes, steps: [...plan.steps, knownShopsStep] }
}

const knownShopsStep =
  'The affiliate platform does not know the shops that you have: identify or record them, see docs/backfill.md of this package.'

/** What the app as it lies there has of Mantle, besides what is taken out of it. */
async function tellRest(folder: AppFolder): Promise<PlanReport> {
  const left = listLeftovers(cutMantle(await readMantleApp(folder.path)))
  return { line: { left }, text: formatLeftovers(left) }
}
