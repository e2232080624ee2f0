import { statfs } from 'node:fs/promises'
import { type Finding, ok } from './finding.ts'

const mebibyte = 1024 * 1024
const freeFailedBytes = 100 * mebibyte
const freeWarningBytes = 1024 * mebibyte

/** Checks the space that is left to a data folder, which has to exist. */
export async function checkDisk(
  dataFolder: string,
  readFreeBytes: (folder: string) => Promise<number> = readFree,
): Promise<Finding> {
  const freeBytes = await readFreeBytes(dataFolder)
  const detail = `${Math.floor(freeBytes / mebibyte)} MiB are free in ${dataFolder}.`
  if (freeBytes >= freeWarningBytes) return ok('disk', detail)
  const remedy =
    'Free some space, or move the data folder to a larger disk: stop, copy the whole folder, and name it with --data-dir.'
  return { check: 'disk', state: freeBytes < freeFailedBytes ? 'failed' : 'warning', detail, remedy }
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
