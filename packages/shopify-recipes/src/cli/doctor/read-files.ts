import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A text file of the app. */
export interface AppFile {
  /** Relative to the app's folder, with `/` on every system. */
  readonly path: string
  readonly text: string
}

/** Which files to read. */
export interface FileChoice {
  readonly isWanted: (name: string) => boolean
  readonly skippedFolders?: ReadonlySet<string>
  readonly fileBytesMax: number
}

const filesMax = 5000

/** Reads the chosen files below a folder, sorted by path; none where there is no such folder. */
export async function readFiles(root: string, folder: string, choice: FileChoice): Promise<AppFile[]> {
  const paths: string[] = []
  const waiting = [folder]
  for (
    let current = waiting.pop();
    current !== undefined && paths.length < filesMax;
    current = waiting.pop()
  ) {
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      const path = join(current, entry.name)
      const isOpen = !entry.name.startsWith('.') && !choice.skippedFolders?.has(entry.name)
      if (entry.isDirectory() && isOpen) waiting.push(path)
      if (entry.isFile() && choice.isWanted(entry.name)) paths.push(path)
    }
  }
  const files = await Promise.all(paths.sort().map((path) => readOne(root, path, choice.fileBytesMax)))
  return files.filter((file) => file !== undefined)
}

async function readOne(root: string, path: string, bytesMax: number): Promise<AppFile | undefined> {
  if ((await stat(path)).size > bytesMax) return undefined
  return { path: relative(root, path).replaceAll(sep, '/'), text: await readFile(path, 'utf8') }
}

/** Where a text stands first in a file, as `path:line`. */
export function placeOf({ path, text }: AppFile, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`
}
