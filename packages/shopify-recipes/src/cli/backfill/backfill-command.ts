import { resolve } from 'node:path'
import { limits } from '@affiliate-platform/contract'
import { type CommandIo, UsageError } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { callPage } from './call-page.ts'
import { driveBackfill } from './drive-backfill.ts'
import { buildReport, formatReport, formatReportLine } from './final-report.ts'
import { createBar, createPageLines } from './progress.ts'
import { type BackfillState, findNextOffset, readState, saveState } from './state.ts'

/** The options of `backfill run`, as commander hands them over. */
export interface BackfillCommandOptions {
  readonly url: string
  readonly resume?: boolean
  readonly retryFailed?: boolean
  readonly dryRun?: boolean
  readonly prime?: boolean
  readonly missed?: boolean
  readonly json?: boolean
  readonly state?: string
  readonly keyEnv: string
  readonly pageTimeout: string
}

/** `affiliate-recipes backfill run`. */
export async function runBackfillCommand(options: BackfillCommandOptions, io: CommandIo): Promise<number> {
  const isDryRun = options.dryRun ?? false
  const url = parseTargetUrl(options.url).href
  const apiKey = io.env[options.keyEnv]
  if (!apiKey) throw new UsageError(`Set ${options.keyEnv} to the key that the route expects.`)
  const pageTimeoutMs = parseSeconds(options.pageTimeout) * 1000
  const mode = chooseMode(options)
  const kind = [mode, isDryRun ? 'dry-run' : undefined].filter(Boolean).map((part) => `.${part}`)
  const file = options.state ?? `.affiliate-backfill${kind.join('')}.json`
  const path = resolve(io.folder, file)
  const state = await chooseState(path, { version: 1, url, isDryRun, pages: {} }, options)
  const showsLines = options.json === true || !io.isTerminal
  const progress = showsLines ? createPageLines(io) : createBar(io)
  const route = { url, apiKey, isDryRun, mode, pageTimeoutMs }
  const ending = await driveBackfill({
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
  const report = buildReport(ending)
  io.write(showsLines ? formatReportLine(report, ending) : formatReport(report, ending))
  return report.exitCode
}

function chooseMode({ prime, missed }: BackfillCommandOptions): 'prime' | 'missed' | undefined {
  if (prime) return 'prime'
  return missed ? 'missed' : undefined
}

/** The state to go on from. Neither is one run mixed with another, nor is one that is unfinished thrown away. */
async function chooseState(
  path: string,
  fresh: BackfillState,
  { resume, retryFailed }: BackfillCommandOptions,
): Promise<BackfillState> {
  const stored = await readState(path)
  const continues = resume || retryFailed
  if (stored === undefined) {
    if (continues) throw new UsageError(`There is no state file ${path} to go on from.`)
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
