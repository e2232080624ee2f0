import { createHash } from 'node:crypto'
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toRecord } from '../../lib/fault.ts'
import { UsageError } from '../io.ts'
import type { AppFolder } from './app-folder.ts'
import type { Change } from './plan.ts'

/** The file beside `package.json` that knows how the app was before. `add --undo` needs it, and removes it. */
export const recordPath = '.affiliate-recipes.json'

/** One file that was changed. */
interface RecordedFile {
  readonly path: string
  /** Its text before the first change; null for a file that was new. */
  readonly before: string | null
  /** The SHA-256 of its text after the last one. */
  readonly after: string
}

/**
 * Writes changes, the record of them first: whatever ends this, `add --undo` leads back. A file that was changed by
 * an earlier run keeps the text that it had before that one.
 *
 * @returns a function that takes these changes back
 * @throws UsageError where a file cannot be written; all are then as they were
 */
export function writeChanges(folder: AppFolder, changes: readonly Change[]): () => void {
  const earlier = readRecord(folder) ?? []
  const changed = changes.map(({ path, before, after }): RecordedFile => {
    const known = earlier.find((file) => file.path === path)
    const isOurs = known !== undefined && before !== null && hash(before) === known.after
    return { path, before: isOurs ? known.before : before, after: hash(after) }
  })
  const others = earlier.filter(({ path }) => !changed.some((file) => file.path === path))
  const record = `${JSON.stringify({ version: 1, files: [...others, ...changed] }, null, 2)}\n`
  const all = [{ path: recordPath, before: folder.read(recordPath), after: record }, ...changes]
  const takeBack = () => {
    for (const { path, before } of all) restore(folder, path, before)
  }
  try {
    for (const { path, after } of all) write(folder, path, after)
    return takeBack
  } catch {
    takeBack()
    throw new UsageError('A file of the app cannot be written. Nothing was changed.')
  }
}

/** What undoing came to. */
export type UndoResult =
  | { readonly outcome: 'nothing' }
  /** Nothing was touched: these files are no longer as `add` left them. */
  | { readonly outcome: 'changed_since'; readonly paths: readonly string[] }
  | { readonly outcome: 'undone'; readonly paths: readonly string[] }

/** Gives every file back the text that it had, or touches none. */
export function undoChanges(folder: AppFolder): UndoResult {
  const files = readRecord(folder)
  if (files === undefined) return { outcome: 'nothing' }
  const current = new Map(files.map(({ path }) => [path, folder.read(path)]))
  const isOurs = ({ path, before, after }: RecordedFile) => {
    const text = current.get(path) ?? null
    return text === before || (text !== null && hash(text) === after)
  }
  const foreign = files.filter((file) => !isOurs(file))
  if (foreign.length > 0) return { outcome: 'changed_since', paths: foreign.map(({ path }) => path) }
  for (const { path, before } of files) restore(folder, path, before)
  rmSync(join(folder.path, recordPath))
  return { outcome: 'undone', paths: files.map(({ path }) => path) }
}

function readRecord(folder: AppFolder): readonly RecordedFile[] | undefined {
  const text = folder.read(recordPath)
  if (text === null) return undefined
  try {
    const { files } = toRecord(JSON.parse(text))
    return (files as readonly unknown[]).map(parseFile)
  } catch {
    throw new UsageError(
      `${recordPath} is not a record of this command: remove it, or restore it from version control.`,
    )
  }
}

function parseFile(value: unknown): RecordedFile {
  const { path, before, after } = toRecord(value)
  if (typeof path !== 'string' || typeof after !== 'string') throw new TypeError('no file')
  return { path, before: typeof before === 'string' ? before : null, after }
}

function write(folder: AppFolder, path: string, text: string): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true })
  writeFileSync(join(folder.path, path), text)
}

/** Gives a file back its text; one that was new goes, with the folder that was made for it alone. */
function restore(folder: AppFolder, path: string, before: string | null): void {
  if (folder.read(path) === before) return
  if (before !== null) {
    write(folder, path, before)
    return
  }
  rmSync(join(folder.path, path), { force: true })
  const parent = dirname(path)
  if (parent !== '.' && folder.list(parent).length === 0) rmdirSync(join(folder.path, parent))
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
