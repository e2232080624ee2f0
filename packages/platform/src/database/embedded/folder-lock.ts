import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../statements/faults.ts'
import { makeFolder } from './make-folder.ts'

/** Thrown when another process has the data folder open. Its message names the holder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** A held lock on a data folder. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the exclusive lock of a data folder, which it makes if need be. The embedded engine takes none, and two
 * processes that write to one folder destroy it.
 *
 * Node offers no file lock of its own. An exclusive SQLite transaction is one: the kernel holds it, it ends with the
 * process however that ends, and so it can neither be left behind nor be taken from a living holder. Where someone
 * removes the file of a living one, `holder.json` still names it.
 *
 * @throws FolderInUseError when another process, or this one, holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  // It will hold contacts: nobody else on the machine is to read them.
  makeFolder(folder)
  const holderFile = join(folder, 'holder.json')
  const lockFile = join(folder, 'lock.sqlite')
  if (!existsSync(lockFile)) await checkHolderHasEnded(folder, holderFile)
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('begin exclusive')
    const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
    await writeFile(holderFile, `${JSON.stringify(holder)}\n`)
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new FolderInUseError(await describeHolder(folder, holderFile), { cause: error })
  }
  return { release: () => lock.close() }
}

// SQLITE_BUSY in the low byte; above it are finer distinctions.
const isBusy = (error: unknown): boolean => (Number(Reflect.get(Object(error), 'errcode')) & 0xff) === 5

/** Notes where the service on a folder responds: whoever finds the folder in use is told. Its holder calls this. */
export async function announceAddress(folder: string, address: string): Promise<void> {
  const holderFile = join(folder, 'holder.json')
  const holder: unknown = JSON.parse(await readFile(holderFile, 'utf8'))
  await writeFile(holderFile, `${JSON.stringify({ ...Object(holder), address })}\n`)
}

/** Without the lock's file a holder is believed unless its process is known to have ended. */
async function checkHolderHasEnded(folder: string, holderFile: string): Promise<void> {
  const { pid, host } = await readHolder(holderFile)
  if (pid === undefined || (host === hostname() && !isRunning(Number(pid)))) return
  const description = await describeHolder(folder, holderFile)
  throw new FolderInUseError(
    `${description} Its lock.sqlite was removed: if that process does not belong to the service, remove holder.json too.`,
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // There is one, of another user.
    return errorCode(error) === 'EPERM'
  }
}

async function readHolder(holderFile: string): Promise<Record<string, unknown>> {
  const holder = await readFile(holderFile, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
  return { ...Object(holder) }
}

async function describeHolder(folder: string, holderFile: string): Promise<string> {
  const { pid = '(unknown)', host = 'this host', since, address } = await readHolder(holderFile)
  return (
    `The data folder ${folder} is in use by process ${pid} on ${host}${since ? ` since ${since}` : ''}. ` +
    `${address ? `It responds at ${address}. ` : ''}Stop it, or choose another folder with --data-dir.`
  )
}
