import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/**
 * Makes a folder, and those above it that are missing, for nobody else to read. Node's own `recursive` tries for ever
 * where the system says of a folder that is there that it is missing, as Linux does below /proc.
 *
 * @throws what the system says where one of them cannot be made
 */
export function makeFolder(folder: string): void {
  const parent = dirname(folder)
  if (!isThere(parent)) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // It was there, or another process was faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
