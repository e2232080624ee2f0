import type { AppScope } from '@affiliate-platform/contract/server'
import { CommitUnknownError } from '../database/postgres/retry.ts'
import type { Database, Queryable } from '../database/statements/database.ts'
import { nameFault, toDatabaseFault } from '../database/statements/faults.ts'
import { type IdSource, newId } from '../database/statements/new-id.ts'
import type { Posting, PostingCause } from '../posting/post-rows.ts'
import { postShop } from '../posting/post-shop.ts'
import { postTogether } from '../posting/post-together.ts'
import { listWaitingShops } from '../posting/queue.ts'
import type { SalesPage } from './app-transaction.ts'
import { endRun, insertRun, type StartedRun } from './store/import-runs.ts'
import { ensureSource, type SaleSource } from './store/sources.ts'
import { type PageRow, storePage } from './store/store-page.ts'

export interface ImportOrder extends AppScope {
  readonly source: SaleSource
  /** What the run was asked for: a window, a shop, a file's name. Never a token. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly actor: string
  /** Of the commissions. Default: new ids. */
  readonly idAt?: IdSource | undefined
  /** When it came, where the demo backdates its data (D153): what it posts was booked then. Default: the database's time. */
  readonly importedAt?: Date | undefined
}

/** How many rows an import has met, and what became of them. */
export interface ImportCounts {
  readonly read: number
  readonly new: number
  readonly revised: number
  readonly known: number
  /** Rows that a later row of the same file or page replaces (D184). */
  readonly replaced: number
  /** Rows of shops without a referral: they are counted, not kept (D59). */
  readonly unreferred: number
}

/** What an import did. */
export interface ImportReport extends ImportCounts, Posting {
  readonly runId: string
  readonly setAside: readonly PageRow[]
  /** Rows with an older content of their sale, which did not count (D184). */
  readonly older: readonly { readonly platformId: string }[]
  /** Shops whose sales are stored and wait: their posting failed, and those of the others were posted. */
  readonly unposted: readonly UnpostedShop[]
}

/** A shop whose new sales could not be posted. */
export interface UnpostedShop {
  readonly shopDomain: string
  /** The constraint that rejected a row, a code of the database's, or the name of the error. */
  readonly fault: string
}

export interface ImportWatch {
  /** Called after each page. */
  readonly onPage?: ((counts: ImportCounts) => void) | undefined
  /** Runs in the transaction of each page, and stops the import by throwing. */
  readonly guard?: ((tx: Queryable) => Promise<void>) | undefined
  /** Whether the run is left open after an error, to be continued by a later import. Default: it has failed. */
  readonly staysOpen?: ((error: unknown) => boolean) | undefined
}

export type SalesPages = AsyncIterable<SalesPage & { readonly cursor?: string | null }>

/** Thrown before anything is read, where another source is the app's (D63). */
export class OtherSourceError extends Error {
  override readonly name = 'OtherSourceError'
}

/**
 * Begins a run, to which pages are added by `continueImport`.
 *
 * @throws OtherSourceError where another source is the app's
 */
export async function startImport(database: Database, order: ImportOrder): Promise<StartedRun> {
  const { workspaceId, appId, source, importedAt } = order
  // A feed's last answer is the truth; an old file that is imported again by mistake is not (D184).
  const restates = source !== 'manual_file' || order.arguments['restate'] === true
  const key = { workspaceId, appId, source, id: newId(), restates, importedAt }
  const run = { ...key, arguments: order.arguments, pages: 0, cursor: null }
  await database.transaction(async (tx) => {
    const sources = await ensureSource(tx, order, order)
    if (!sources.some((period) => period.source === source)) {
      throw new OtherSourceError(`The sales of this app come from ${sources.at(-1)?.source}.`)
    }
    await insertRun(tx, run, order)
  })
  return run
}

/**
 * Adds pages to a run, then posts the shops that have new sales, also those of an earlier run that was killed, and ends it.
 * The report counts what this call has read.
 */
export async function continueImport(
  database: Database,
  {
    run,
    actor,
    idAt,
    ...watch
  }: ImportWatch & Pick<ImportOrder, 'actor' | 'idAt'> & { readonly run: StartedRun },
  pages: SalesPages,
): Promise<ImportReport> {
  try {
    const stored = await storePages(database, { run, ...watch }, pages)
    const postings = await postPending(database, {
      ...run,
      actor,
      idAt,
      bookedAt: run.importedAt,
      runId: run.id,
    })
    await endRun(database, run, { result: 'complete', reason: null })
    return { runId: run.id, ...stored, ...postings }
  } catch (error) {
    const reason = error instanceof Error ? error.name : null
    if (!watch.staysOpen?.(error)) {
      // The database may be what failed.
      await endRun(database, run, { result: 'failed', reason }).catch(() => undefined)
    }
    throw error
  }
}

/**
 * Posts every shop of an app that has new sales: many in one transaction, and by itself what needs more (D159). A shop that
 * fails is told and skipped.
 */
export async function postPending(
  database: Database,
  { workspaceId, appId, ...cause }: AppScope & PostingCause,
): Promise<Posting & Pick<ImportReport, 'unposted'>> {
  let posted = 0
  const skipped: Posting['skipped'][number][] = []
  const unposted: UnpostedShop[] = []
  const add = (posting: Posting): void => {
    posted += posting.posted
    for (const each of posting.skipped) skipped.push(each)
  }
  const app = { workspaceId, appId, ...cause }
  for (let after = ''; ; ) {
    const shops = await listWaitingShops(database, app, after)
    const last = shops.at(-1)
    if (last === undefined) return { posted, skipped, unposted }
    const { left, ...together } = await postTogether(database, app, shops)
    add(together)
    for (const shopDomain of left) {
      try {
        add(await postShop(database, { ...app, shopDomain }))
      } catch (error) {
        if (isOfEveryShop(error)) throw error
        unposted.push({ shopDomain, fault: nameFault(error) })
      }
    }
    after = last
  }
}

/** Whether the next shop would fail too: the database is away, or it is unknown what it has committed. */
function isOfEveryShop(error: unknown): boolean {
  return error instanceof CommitUnknownError || toDatabaseFault(error) === 'unavailable'
}

async function storePages(
  database: Database,
  { run, onPage, guard }: ImportWatch & { readonly run: StartedRun },
  pages: SalesPages,
): Promise<Omit<ImportReport, 'runId' | 'unposted' | keyof Posting>> {
  const sums = { read: 0, new: 0, revised: 0, known: 0, replaced: 0, unreferred: 0 }
  const setAside = new Map<string, PageRow>()
  const older: { readonly platformId: string }[] = []
  let number = run.pages
  for await (const page of pages) {
    number += 1
    const numbered = { ...page, number, cursor: page.cursor ?? null }
    const stored = await database.transaction(async (tx) => {
      await guard?.(tx)
      return await storePage(tx, run, numbered)
    })
    sums.read += stored.read
    sums.new += stored.added
    sums.revised += stored.revised
    sums.known += stored.known
    sums.replaced += stored.replaced
    sums.unreferred += stored.unreferred
    older.push(...stored.older)
    for (const row of stored.setAside) setAside.set(`${row.platformId} ${row.reason}`, row)
    onPage?.(sums)
  }
  return { ...sums, older, setAside: [...setAside.values()] }
}
