import { spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LedgerPlace } from './find-ledger.ts'
import type { MissedInstall } from './missed-installs.ts'

const timeoutMs = 30_000
const program = fileURLToPath(new URL(`./ledger-program${extname(import.meta.url)}`, import.meta.url))

/** Marks the line of the program's that is not the app's own. */
export const resultMark = 'affiliate-recipes-missed:'

/**
 * Reads an app's ledger, in a process of its own that loads the file in which the app makes it.
 *
 * @returns the missed installs, or the error that the file ended with
 */
export function readLedger(
  folder: string,
  { path, names }: LedgerPlace,
  env: Readonly<Record<string, string | undefined>>,
): readonly MissedInstall[] | string {
  const { stdout, stderr } = spawnSync(process.execPath, [program, join(folder, path), ...names], {
    cwd: folder,
    env: { ...env },
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  const line = stdout.split('\n').find((text) => text.startsWith(resultMark))
  if (line !== undefined) return JSON.parse(line.slice(resultMark.length))
  // The line of the error alone: the rest may quote the address of a database.
  const [reason = `no end within ${timeoutMs / 1000} s`] = /^\w*Error\b[^\n]*/m.exec(stderr) ?? []
  return `${path} could not be loaded here: ${reason.replaceAll(/\/\/[^/\s]*@/g, '//…@')}`
}
