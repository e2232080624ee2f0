import { resolve } from 'node:path'
import { limits } from '@affiliate-platform/contract'
import { type CommandIo, UsageError } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { callPage } from './call-page.ts'
import { drivePages } from './drive-pages.ts'
import { buildReport, formatReport, formatReportLine } from './final-report.ts'
import { createBar, createPageLines } from './progress.ts'
import type { RunKind } from './run-kind.ts'
import { findNextOffset, type RunState, readState, saveState } from './state.ts'

/** The options of a command that drives a route, as commander hands them over. */
export interface RunPagesOptions {
  readonly url: string
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly state?: string
  readonly keyEnv: string
  readonly pageTimeout: string
}

export interface RunToDrive {
  readonly kind: RunKind
  /** A further flag of the route's query. */
  readonly mode?: string | undefined
}

/** Drives a route over all shops of an app, page by page, to its end. */
export async function runPages(
  { kind, mode }: RunToDrive,
  options: RunPagesOptions,
  io: CommandIo,
): Promise<number> {
  const isDryRun = options.dryRun ?? false
  const url = parseTargetUrl(options.url).href
  const apiKey = io.env[options.keyEnv]
  if (!apiKey) throw new UsageError(`Set ${options.keyEnv} to the key that the route expects.`)
  const pageTimeoutMs = parseSeconds(options.pageTimeout) * 1000
  const parts = [kind.stateFile, mode, isDryRun ? 'dry-run' : undefined]
  const file = options.state ?? `${parts.filter(Boolean).join('.')}.json`
  const path = resolve(io.folder, file)
  const state = chooseState(
    await readState(path, kind),
    { path, fresh: { version: 1, url, isDryRun, pages: {} } },
    options,
  )
  const showsLines = options.json === true || !io.isTerminal
  const progress = showsLines ? createPageLines(io, kind) : createBar(io, kind)
  const route = { kind, url, apiKey, isDryRun, mode, pageTimeoutMs }
  const ending = await drivePages({
    kind,
    state,
    retriesFailed: options.retryFailed ?? false,
    callPage: (call) => callPage(route, call, io),
    waitForQuota: () =>
      io.wait(limits.quotaWindowMs, io.interrupted).then(
        () => true,
        () => false,
      ),
    saveState: (state) => saveState(path, state),
    onPage: progress.show,
  })
  progress.end()
  const report = buildReport(ending, kind)
  io.write(showsLines ? formatReportLine(report, ending, kind) : formatReport(report, ending, kind))
  return report.exitCode
}

/** The state to go on from. Neither is one run mixed with another, nor is one that is unfinished thrown away. */
function chooseState(
  stored: RunState | undefined,
  { path, fresh }: { readonly path: string; readonly fresh: RunState },
  { resume, retryFailed }: RunPagesOptions,
): RunState {
  const continues = resume || retryFailed
  if (stored === undefined) {
    if (continues) throw new UsageError(`There is no state file ${path} to continue from.`)
    return fresh
  }
  if (!continues) {
    if (findNextOffset(stored) === undefined) return fresh
    throw new UsageError(`${path} holds an unfinished run: add --resume, or delete the file.`)
  }
  if (stored.url === fresh.url && stored.isDryRun === fresh.isDryRun) return stored
  throw new UsageError(`${path} belongs to another route or kind of run.`)
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds > 0) return seconds
  throw new UsageError('--page-timeout must be a whole number of seconds from 1 to 9999.')
}
