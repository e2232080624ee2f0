import { readFile, rename, writeFile } from 'node:fs/promises'
import { toRecord } from '../../lib/fault.ts'
import { buildPage, type PageFacts, sumUpCounts } from '../../lib/pages/build-page.ts'
import { UsageError } from '../io.ts'
import { parsePage } from './parse-page.ts'
import type { RunKind } from './run-kind.ts'

/** How far a run has come. It holds every served page by its offset, and no key. */
export interface RunState {
  readonly version: 1
  /** The route. A state is of no use for another. */
  readonly url: string
  readonly isDryRun: boolean
  readonly pages: Readonly<Record<string, PageFacts>>
}

/** The sums over all served pages: `processed`, the counts of the run's kind, and `failed`. */
export type RunTotals = Readonly<Record<string, number>> & {
  readonly processed: number
  readonly failed: number
}

/**
 * Puts a page into a state. What was repeated replaces what it was before, so that sums stay right.
 *
 * @param shops - the shops that were repeated; without it all of the page
 */
export function addPage(state: RunState, page: PageFacts, shops?: readonly string[]): RunState {
  const before = state.pages[page.offset]
  // A route of an earlier version repeats the whole page, whatever it was asked for.
  const isPart = before !== undefined && shops !== undefined && countShops(page) === shops.length
  const merged = isPart ? replaceShops(before, page, shops) : page
  return { ...state, pages: { ...state.pages, [page.offset]: merged } }
}

function replaceShops(before: PageFacts, page: PageFacts, shops: readonly string[]): PageFacts {
  const others = before.failures.filter(({ domain }) => !shops.includes(domain))
  const counts = Object.entries(before.counts).map(([name, count]) => [
    name,
    count + (page.counts[name] ?? 0),
  ])
  return {
    ...before,
    counts: Object.fromEntries(counts),
    failures: [...page.failures, ...others],
    next: page.next,
  }
}

/** How many shops a page had. */
export function countShops({ counts, failures }: PageFacts): number {
  return sumUpCounts(counts) + failures.length
}

/** The pages from the first on, as far as they follow one another. */
export function listPages({ pages }: RunState): readonly PageFacts[] {
  const list: PageFacts[] = []
  for (let page = pages[0]; page !== undefined; page = pages[page.nextOffset ?? 'none']) list.push(page)
  return list
}

/** The first offset that has no response yet; undefined when there is none left. */
export function findNextOffset(state: RunState): number | undefined {
  const last = listPages(state).at(-1)
  if (last === undefined) return 0
  return last.nextOffset ?? undefined
}

/** Sums up all served pages. */
export function sumUp(state: RunState, kind: RunKind): RunTotals {
  const sum = (count: (page: PageFacts) => number) =>
    listPages(state).reduce((total, page) => total + count(page), 0)
  const counts = Object.keys(kind.counts).map((name) => [name, sum(({ counts }) => counts[name] ?? 0)])
  return {
    processed: sum(countShops),
    ...Object.fromEntries(counts),
    failed: sum(({ failures }) => failures.length),
  }
}

/** Every shop that failed, in the order of the pages. */
export function listFailures(state: RunState): PageFacts['failures'] {
  return listPages(state).flatMap(({ failures }) => failures)
}

/**
 * Writes a state so that a crash at any moment leaves either the old file or the new one.
 *
 * @throws UsageError where it cannot be written
 */
export async function saveState(path: string, state: RunState): Promise<void> {
  const temporary = `${path}.tmp`
  const pages = Object.values(state.pages).map((page) => [page.offset, buildPage(page)])
  const content = { ...state, pages: Object.fromEntries(pages) }
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 })
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
export async function readState(path: string, kind: RunKind): Promise<RunState | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UsageError(`The state file ${path} cannot be read.`)
  }
  const state = parseState(text, kind)
  if (state === undefined) throw new UsageError(`${path} is not a state file of this command.`)
  return state
}

function parseState(text: string, kind: RunKind): RunState | undefined {
  try {
    const { version, url, isDryRun, pages } = toRecord(JSON.parse(text))
    if (version !== 1 || typeof url !== 'string' || typeof isDryRun !== 'boolean') return undefined
    const parsed = Object.values(toRecord(pages)).map((page) => parsePage(page, kind))
    const known = parsed.filter((page) => page !== undefined)
    if (known.length !== parsed.length) return undefined
    return known.reduce<RunState>((state, page) => addPage(state, page), {
      version,
      url,
      isDryRun,
      pages: {},
    })
  } catch {
    return undefined
  }
}
