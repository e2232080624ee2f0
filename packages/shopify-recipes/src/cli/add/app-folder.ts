import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files of an app. Paths are relative, with `/` on every system. */
export interface AppFolder {
  readonly path: string
  /** The folder in it that the command is run in: empty, or with a `/` at its end. */
  readonly start: string
  /** The text of a file; null where there is none, or a folder. */
  readonly read: (path: string) => string | null
  /** The names in a folder, sorted; none where there is no such folder. */
  readonly list: (path: string) => readonly string[]
}

/** Opens the folder of an app. */
export function openAppFolder(path: string, start = path): AppFolder {
  const below = relative(path, start).replaceAll(sep, '/')
  return {
    path,
    start: below && `${below}/`,
    read: (name) => orWhenMissing(null, () => readFileSync(join(path, name), 'utf8')),
    list: (name) => orWhenMissing([], () => readdirSync(join(path, name)).sort()),
  }
}

function orWhenMissing<Value>(substitute: Value, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return substitute
    throw error
  }
}
