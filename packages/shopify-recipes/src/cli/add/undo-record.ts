import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyPatch, createTwoFilesPatch } from 'diff'
import { toRecord } from '../../lib/fault.ts'
import { UsageError } from '../io.ts'
import type { AppFolder } from './app-folder.ts'
import { formatDiff } from './format-diff.ts'
import type { Change } from './plan.ts'

/** The file beside `package.json` that knows how the app was before. `add --undo` needs it, and removes it. */
export const recordPath = '.affiliate-recipes.json'

interface RecordedFile {
  readonly path: string
  /** Its text before the first change; null for a file that was new. */
  readonly before: string | null
  /** Its text after the last one. */
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
    return { path, before: known !== undefined && before === known.after ? known.before : before, after }
  })
  const others = earlier.filter(({ path }) => !changed.some((file) => file.path === path))
  const record = formatRecord([...others, ...changed])
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
  /** `left` are files that were changed where `add` had changed them: each with the patch that would undo it. */
  | {
      readonly outcome: 'undone'
      readonly paths: readonly string[]
      readonly left: readonly { readonly path: string; readonly patch: string }[]
    }

/**
 * Takes what was added out of every file: one that is as `add` left it gets its former text back, of another one only
 * our lines go. The record keeps those in which they cannot be told any more.
 */
export function undoChanges(folder: AppFolder): UndoResult {
  const files = readRecord(folder)
  if (files === undefined) return { outcome: 'nothing' }
  const results = files.map((file) => ({ file, text: textWithout(file, folder.read(file.path)) }))
  const left = results.filter(({ text }) => text === undefined).map(({ file }) => file)
  for (const { file, text } of results) if (text !== undefined) restore(folder, file.path, text)
  if (left.length > 0) write(folder, recordPath, formatRecord(left))
  else rmSync(join(folder.path, recordPath))
  const done = files.filter((file) => !left.includes(file))
  return {
    outcome: 'undone',
    paths: done.map(({ path }) => path),
    left: left.map(({ path, before, after }) => ({
      path,
      patch: formatDiff({ path, before: after, after: before ?? '' }),
    })),
  }
}

/** A file's text without what was added; null for none, undefined where the two cannot be told apart. */
function textWithout(
  { path, before, after }: RecordedFile,
  current: string | null,
): string | null | undefined {
  if (current === before || current === after || current === null) return before
  if (before === null) return undefined
  const patched = applyPatch(current, createTwoFilesPatch(path, path, after, before))
  return patched === false ? undefined : patched
}

function formatRecord(files: readonly RecordedFile[]): string {
  return `${JSON.stringify({ version: 1, files }, null, 2)}\n`
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
