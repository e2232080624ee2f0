import { resolve } from 'node:path'
import { findAppRoot } from '../app-root.ts'
import { readApp } from '../doctor/read-app.ts'
import { readEnvFiles } from '../doctor/read-env-files.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { findLedger } from './find-ledger.ts'
import { type MissedInstall, missedMax } from './missed-installs.ts'
import { readLedger } from './read-ledger.ts'

/** The options of `missed`, as commander hands them over. */
export interface MissedCommandOptions {
  readonly json?: boolean
  readonly cwd?: string
}

const reasons: Readonly<Record<MissedInstall['reason'], string>> = {
  identify_failed: 'identify failed',
  process_ended: 'the process ended in the call',
  callback_failed: 'your callback failed',
}

/** `affiliate-recipes missed`: lists the installs that the app's ledger holds as missed. Changes nothing. */
export async function runMissedCommand({ json, cwd }: MissedCommandOptions, io: CommandIo): Promise<number> {
  const folder = findAppRoot(resolve(io.folder, cwd ?? '.'))
  const place = findLedger(await readApp(folder))
  if (typeof place === 'string') throw new UsageError(place)
  const missed = readLedger(folder, place, { ...(await readEnvFiles(folder)), ...io.env })
  if (typeof missed === 'string') {
    io.writeError(`${missed}\n`)
    return exitCodes.unreachable
  }
  io.write(json ? missed.map(toLine).join('') : format(missed))
  return missed.length === 0 ? exitCodes.done : exitCodes.failed
}

const toLine = (install: MissedInstall): string => `${JSON.stringify({ type: 'missed', ...install })}\n`

function format(missed: readonly MissedInstall[]): string {
  if (missed.length === 0) return 'No install is missed.\n'
  const rows = [
    ['Shop', 'Since', 'Next try', 'Why'],
    ...missed.map(({ shop, since, nextTry, reason }) => [shop, since, nextTry, reasons[reason]]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const more = missed.length >= missedMax ? `These are the first ${missedMax}.\n` : ''
  return `${lines.join('\n')}\n${more}A run of the hook, of any shop, sends those whose time has come; backfill run --missed sends all.\n`
}
