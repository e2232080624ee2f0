import { link, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a new file that others may not read. It appears whole or not at all, and is on the disk before it counts.
 *
 * @throws the error of the file system, with the code `EEXIST` where anything has this name: nothing is replaced or
 *   followed
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    await writeFile(unfinished, content, { flag: 'wx', mode: 0o600, flush: true })
    // Unlike a renaming, a link never replaces what another process has put there meanwhile.
    await link(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
