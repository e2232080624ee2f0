import { open } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { errorCode } from '@affiliate-platform/platform/database'
import { type ExportFolder, partnerdexLog } from '@affiliate-platform/platform/history'
import { OperatorError } from '../command-line/operator-error.ts'

/** Reads an export from a folder of the disk: the files in it, or in the folder `dashboard` of it. */
export function readFolder(path: string): ExportFolder {
  return {
    name: basename(resolve(path)),
    open: async (file) =>
      (await openFile(join(path, file))) ?? (await openFile(join(path, 'dashboard', file))),
  }
}

/** A database of PartnerDex on the disk, and the log beside it. */
export function readPartnerdex(path: string): ExportFolder {
  return {
    name: basename(path),
    open: async (file) => await openFile(file === partnerdexLog ? `${path}-wal` : path),
  }
}

async function openFile(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const file = await open(path)
    return file.createReadStream()
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw new OperatorError(`${path} cannot be read.`)
  }
}
