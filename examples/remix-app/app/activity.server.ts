import type { InstallResult, UninstallResult } from '@affiliate-platform/shopify-recipes'
import { database } from './database.server.ts'

/** What the recipes report. None of it holds a contact, a token or a key. */
interface Details {
  readonly install: InstallResult
  readonly uninstall: UninstallResult
}

/** Something that happened, and when. */
export interface Activity<Kind extends keyof Details> {
  readonly at: string
  readonly shop: string
  readonly details: Details[Kind]
}

const entriesMax = 10_000

const insert = database.prepare('INSERT INTO activity (kind, shop, at_ms, details) VALUES (?, ?, ?, ?)')
const trim = database.prepare('DELETE FROM activity WHERE id <= ?')
const recent = database.prepare(
  'SELECT shop, at_ms, details FROM activity WHERE kind = ? AND shop = ? ORDER BY id DESC LIMIT ?',
)
const recentOfAll = database.prepare(
  'SELECT shop, at_ms, details FROM activity WHERE kind = ? ORDER BY id DESC LIMIT ?',
)

/** Notes something that happened to a shop; an empty shop stands for an unknown one. */
export function recordActivity<Kind extends keyof Details>(
  kind: Kind,
  shop: string,
  details: Details[Kind],
): void {
  const { lastInsertRowid } = insert.run(kind, shop, Date.now(), JSON.stringify(details))
  trim.run(Number(lastInsertRowid) - entriesMax)
}

/** The latest activities of one kind, newest first; of one shop or of all. */
export function listActivity<Kind extends keyof Details>(
  kind: Kind,
  { shop, limit }: { readonly shop?: string; readonly limit: number },
): readonly Activity<Kind>[] {
  const rows = shop === undefined ? recentOfAll.all(kind, limit) : recent.all(kind, shop, limit)
  return rows.map((row) => ({
    at: new Date(Number(row['at_ms'])).toISOString(),
    shop: String(row['shop']),
    details: JSON.parse(String(row['details'])) as Details[Kind],
  }))
}
