import { readFile, rename, writeFile } from 'node:fs/promises'
import type { BackfillFailure, BackfillPage } from '../../lib/backfill/backfill-options.ts'
import { buildPage } from '../../lib/backfill/build-page.ts'
import { toRecord } from '../../lib/fault.ts'
import { UsageError } from '../io.ts'
import { parsePage } from './parse-page.ts'

/** How far a run has come. It holds every answered page by its offset, and no key. */
export interface BackfillState {
  readonly version: 1
  /** The route. A state is of no use for another. */
  readonly url: string
  readonly isDryRun: boolean
  readonly pages: Readonly<Record<string, BackfillPage>>
}

/** The sums over all answered pages. */
export interface BackfillTotals {
  readonly processed: number
  readonly sent: number
  readonly skipped: number
  readonly failed: number
}

/**
 * Puts a page into a state. What was repeated replaces what it was before, so that sums stay right.
 *
 * @param shops - the shops that were repeated; without it all of the page
 */
export function addPage(state: BackfillState, page: BackfillPage, shops?: readonly string[]): BackfillState {
  const before = state.pages[page.offset]
  // A route of an earlier version repeats the whole page, whatever it was asked for.
  const isPart = before !== undefined && shops !== undefined && page.processed === shops.length
  const merged = isPart ? replaceShops(before, page, shops) : page
  return { ...state, pages: { ...state.pages, [page.offset]: merged } }
}

function replaceShops(before: BackfillPage, page: BackfillPage, shops: readonly string[]): BackfillPage {
  const others = before.failures.filter(({ domain }) => !shops.includes(domain))
  return buildPage({
    ...before,
    sent: before.sent + page.sent,
    skipped: before.skipped + page.skipped,
    failures: [...page.failures, ...others],
    next: page.next,
  })
}

/** The pages from the first on, as far as they follow one another. */
export function listPages({ pages }: BackfillState): readonly BackfillPage[] {
  const list: BackfillPage[] = []
  for (let page = pages[0]; page !== undefined; page = pages[page.nextOffset ?? 'none']) list.push(page)
  return list
}

/** The first offset that has no answer yet; undefined when there is none left. */
export function findNextOffset(state: BackfillState): number | undefined {
  const last = listPages(state).at(-1)
  if (last === undefined) return 0
  return last.nextOffset ?? undefined
}

/** Sums up all answered pages. */
export function sumUp(state: BackfillState): BackfillTotals {
  const sum = (name: keyof BackfillTotals) => listPages(state).reduce((total, page) => total + page[name], 0)
  return { processed: sum('processed'), sent: sum('sent'), skipped: sum('skipped'), failed: sum('failed') }
}

/** Every shop that failed, in the order of the pages. */
export function listFailures(state: BackfillState): readonly BackfillFailure[] {
  return listPages(state).flatMap(({ failures }) => failures)
}

/**
 * Writes a state so that a crash at any moment leaves either the old file or the new one.
 *
 * @throws UsageError where it cannot be written
 */
export async function saveState(path: string, state: BackfillState): Promise<void> {
  const temporary = `${path}.tmp`
  try {
    await writeFile(temporary, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 })
    await rename(temporary, path)
  } catch {
    throw new UsageError(`The state file ${path} cannot be written.`)
  }
}

/**
 * Reads a state.
 *
 * @returns undefined when there is no file
 * @throws UsageError for a file that is no state
 */
export async function readState(path: string): Promise<BackfillState | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UsageError(`The state file ${path} cannot be read.`)
  }
  const state = parseState(text)
  if (state === undefined) throw new UsageError(`${path} is no state file of a backfill.`)
  return state
}

function parseState(text: string): BackfillState | undefined {
  try {
    const { version, url, isDryRun, pages } = toRecord(JSON.parse(text))
    if (version !== 1 || typeof url !== 'string' || typeof isDryRun !== 'boolean') return undefined
    const parsed = Object.values(toRecord(pages)).map(parsePage)
    const known = parsed.filter((page) => page !== undefined)
    if (known.length !== parsed.length) return undefined
    return known.reduce<BackfillState>((state, page) => addPage(state, page), {
      version,
      url,
      isDryRun,
      pages: {},
    })
  } catch {
    return undefined
  }
}
