import { createHash } from 'node:crypto'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable } from '../../database/statements/database.ts'
import { newId } from '../../database/statements/new-id.ts'
import { findTermsInForce } from '../../terms/in-force.ts'
import { attributeShop } from '../attribute-shop.ts'
import type { Verdict } from '../decide.ts'
import {
  type CodedView,
  type FindWindowDays,
  joinTouches,
  type SeenInstall,
  type Touch,
  type UnjoinedRow,
} from './join-touches.ts'
import { matchView, type UnmatchedView } from './match-view.ts'
import { type AnalyticsRow, readAnalyticsFile } from './read-analytics-file.ts'
import { findShops, readCodes } from './read-known.ts'
import {
  countKnown,
  findLivingImport,
  insertAnalyticsImport,
  insertTouches,
  listReportedEvidence,
} from './store.ts'

/** Why a row of an export leads to no evidence. */
export type UnusedRow = UnmatchedView | UnjoinedRow

/** An export that is imported. */
export interface AnalyticsOrder extends AppScope {
  /** What it is called, for a person. */
  readonly file: string
  readonly actor: string
  /** Says what would be done, and does nothing. */
  readonly isDryRun: boolean
  readonly bytes: AsyncIterable<Uint8Array>
  readonly onProgress: (progress: AnalyticsProgress) => void
}

/** How far an import is: rows that were read, or shops that were decided of all. */
export type AnalyticsProgress =
  | { readonly read: number }
  | { readonly decided: number; readonly shops: number }

/** What an import did. */
export interface AnalyticsReport {
  /** Null where nothing was imported. */
  readonly importId: string | null
  readonly views: number
  readonly installs: number
  /** Pieces of evidence: those that nothing has told before, and the others. */
  readonly new: number
  readonly known: number
  /** How many rows led to nothing, by the reason. */
  readonly unused: Readonly<Partial<Record<UnusedRow, number>>>
  /** The first of the shops that are known by a number alone, and not by that. */
  readonly unknownShops: readonly string[]
  /** What became of the evidence; empty for a dry run. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
}

const unknownShopsMax = 20
const touchesPerTransaction = 200

/**
 * Imports an analytics export: what visitors saw before they installed becomes evidence, and it is decided who brought
 * their shops. Nothing is written before the file was read to its end; the same file again adds nothing.
 *
 * @throws SalesFileError for the first line that cannot be read
 */
export async function importAnalytics(database: Database, order: AnalyticsOrder): Promise<AnalyticsReport> {
  const read = await readExport(database, order)
  const { touches, unjoined } = await joinTouches(read.views, read.installs, findWindows(database, order))
  const report = {
    views: read.viewRows,
    installs: read.installs.length,
    unused: countEach([...read.unmatched, ...unjoined]),
    unknownShops: read.unknownShops.slice(0, unknownShopsMax),
  }
  const written = await writeTouches(database, order, { touches, sha256: read.sha256 })
  return { ...report, ...written }
}

interface ReadExport {
  readonly sha256: string
  readonly viewRows: number
  readonly views: readonly CodedView[]
  readonly unmatched: readonly UnmatchedView[]
  readonly installs: readonly SeenInstall[]
  readonly unknownShops: readonly string[]
}

/** Reads a file to its end, and keeps of each row what it says of members and shops. */
async function readExport(database: Queryable, order: AnalyticsOrder): Promise<ReadExport> {
  const codes = await readCodes(database, order)
  const sha256 = createHash('sha256')
  const views: CodedView[] = []
  const unmatched: UnmatchedView[] = []
  const rows: (AnalyticsRow & { readonly event: 'install' })[] = []
  for await (const row of readAnalyticsFile(hash(order.bytes, sha256))) {
    if (row.event === 'install') rows.push(row)
    else {
      const match = matchView(row.pageLocation, codes)
      if (typeof match === 'string') unmatched.push(match)
      else views.push({ ...match, visitor: row.visitor, atMs: row.atMs })
    }
    order.onProgress({ read: views.length + unmatched.length + rows.length })
  }
  const numbers = [...new Set(rows.flatMap(({ shopNumber }) => shopNumber ?? []))]
  const shops = await findShops(database, order, numbers)
  const installs = rows.map(({ visitor, atMs, shopNumber, shopDomain }) => ({
    ...{ visitor, atMs },
    shopDomain: shops.get(shopNumber ?? '') ?? shopDomain ?? undefined,
  }))
  const unknown = rows.flatMap(({ shopNumber }, row) =>
    installs[row]?.shopDomain === undefined ? (shopNumber ?? []) : [],
  )
  return {
    sha256: sha256.digest('hex'),
    viewRows: views.length + unmatched.length,
    ...{ views, unmatched, installs, unknownShops: [...new Set(unknown)] },
  }
}

async function* hash(
  bytes: AsyncIterable<Uint8Array>,
  sha256: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sha256.update(chunk)
    yield chunk
  }
}

const findWindows =
  (database: Queryable, { workspaceId }: AppScope): FindWindowDays =>
  async (membershipId, atMs) =>
    (await findTermsInForce(database, { workspaceId, membershipId }, atMs))?.rules.windowDays

type Written = Pick<AnalyticsReport, 'importId' | 'new' | 'known' | 'verdicts'>

async function writeTouches(
  database: Database,
  order: AnalyticsOrder,
  { touches, sha256 }: { readonly touches: readonly Touch[]; readonly sha256: string },
): Promise<Written> {
  if (order.isDryRun) {
    const known = await countKnown(database, order, touches)
    return { importId: null, new: touches.length - known, known, verdicts: {} }
  }
  const importId = await startImport(database, order, sha256)
  // In one order: two imports of the same rows wait for one another, and not each for the other.
  const sorted = touches.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))
  let added = 0
  for (let start = 0; start < sorted.length; start += touchesPerTransaction) {
    const part = sorted.slice(start, start + touchesPerTransaction)
    added += await database.transaction((tx) => insertTouches(tx, { ...order, importId }, part))
  }
  const verdicts = await decideShops(database, order, { importId, touches })
  return { importId, new: added, known: touches.length - added, verdicts: countEach(verdicts) }
}

/** Goes on with the import of the same file, where that was not undone. */
async function startImport(database: Database, order: AnalyticsOrder, sha256: string): Promise<string> {
  return await database.transaction(async (tx) => {
    const known = await findLivingImport(tx, order, sha256)
    if (known !== undefined) return known
    const importId = newId()
    await insertAnalyticsImport(tx, { ...order, importId, sha256 })
    return importId
  })
}

async function decideShops(
  database: Database,
  { workspaceId, appId, onProgress }: AnalyticsOrder,
  { importId, touches }: { readonly importId: string; readonly touches: readonly Touch[] },
): Promise<readonly Verdict[]> {
  const evidenceIds = await listReportedEvidence(database, { workspaceId, importId })
  const shops = [...new Set(touches.map(({ shopDomain }) => shopDomain))].sort()
  const verdicts: Verdict[] = []
  for (const [index, shopDomain] of shops.entries()) {
    const shop = { workspaceId, appId, shopDomain }
    const { decision } = await database.transaction((tx) => attributeShop(tx, shop))
    for (const [id, verdict] of decision.verdicts) if (evidenceIds.has(id)) verdicts.push(verdict)
    onProgress({ decided: index + 1, shops: shops.length })
  }
  return verdicts
}

function countEach<Text extends string>(texts: readonly Text[]): Partial<Record<Text, number>> {
  const counts: Partial<Record<Text, number>> = {}
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1
  return counts
}
