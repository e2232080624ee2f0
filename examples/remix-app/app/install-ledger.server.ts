import type { DatabaseSync } from 'node:sqlite'
import { createKeyValueLedger, type KeyValueStore } from '@affiliate-platform/shopify-recipes'
import { database } from './database.server.ts'

/** A key-value store in SQLite for the recipes' ledger. Each change is one statement, and so atomic for all processes. */
export function createLedgerStore(db: DatabaseSync, now: () => number = Date.now): KeyValueStore {
  const isLive = '(expires_at_ms IS NULL OR expires_at_ms > ?)'
  const find = db.prepare(`SELECT value FROM ledger WHERE key = ? AND ${isLive}`)
  const insert = db.prepare(`
    INSERT INTO ledger (key, value, expires_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at_ms = excluded.expires_at_ms
    WHERE ledger.expires_at_ms <= ?`)
  const update = db.prepare(
    `UPDATE ledger SET value = ?, expires_at_ms = ? WHERE key = ? AND value = ? AND ${isLive}`,
  )
  const remove = db.prepare(`DELETE FROM ledger WHERE key = ? AND value = ? AND ${isLive}`)
  const get = (key: string) => {
    const row = find.get(key, now())
    return row === undefined ? null : String(row['value'])
  }
  return {
    get: async (key) => get(key),
    async compareAndSet(key, expected, next, ttlMs) {
      const expiresAtMs = ttlMs === undefined ? null : now() + ttlMs
      if (expected === null) {
        if (next === null) return get(key) === null
        return insert.run(key, next, expiresAtMs, now()).changes === 1
      }
      if (next === null) return remove.run(key, expected, now()).changes === 1
      return update.run(next, expiresAtMs, key, expected, now()).changes === 1
    },
  }
}

/** Remembers which installs were identified. The install hook and the uninstall handler share it. */
export const installLedger = createKeyValueLedger(createLedgerStore(database))
