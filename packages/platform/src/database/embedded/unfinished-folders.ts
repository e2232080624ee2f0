import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../statements/faults.ts'

/** Postgres numbers the files of its own tables below this, and those of everybody else's from it on. */
const firstTableNumber = 16_384

/**
 * Moves a database folder that was not made to its end out of the way. The caller holds the data folder's lock, so
 * whoever began it is dead.
 */
export async function moveUnfinishedAside(folder: string): Promise<void> {
  await rename(folder, `${folder}-unfinished-${Date.now()}`)
}

/**
 * Removes what first starts that were killed have left beside a database folder. One with tables in it is kept: it is
 * someone's data that has lost its mark. The caller holds the data folder's lock.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const pattern = new RegExp(`^${basename(folder)}-unfinished-\\d+$`)
  const names = (await readdir(dirname(folder))).filter((name) => pattern.test(name))
  for (const unfinished of names.map((name) => join(dirname(folder), name))) {
    // What cannot be looked into or removed is in nobody's way.
    await removeUnlessTables(unfinished).catch(() => undefined)
  }
}

async function removeUnlessTables(folder: string): Promise<void> {
  if (!(await holdsTables(folder))) await rm(folder, { recursive: true })
}

async function holdsTables(folder: string): Promise<boolean> {
  const files = await readdir(join(folder, 'base'), { recursive: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return files.some((file) => Number.parseInt(basename(file), 10) >= firstTableNumber)
}
