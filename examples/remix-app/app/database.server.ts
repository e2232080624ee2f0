import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    shop TEXT NOT NULL,
    is_online INTEGER NOT NULL,
    properties TEXT NOT NULL,
    stored_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_by_shop ON sessions (shop);
  CREATE TABLE IF NOT EXISTS activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    shop TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS activity_by_kind ON activity (kind, shop, id);
  CREATE TABLE IF NOT EXISTS backfill_pages (
    page_offset INTEGER PRIMARY KEY,
    page TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS backfill_progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    progress TEXT NOT NULL
  ) STRICT;
`

/** Opens the app's database: a file that survives a restart, without native code or a download. */
export function openDatabase(file = process.env['DATABASE_FILE'] || 'data/app.sqlite'): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(schema)
  return database
}

/** The app's database. */
export const database = openDatabase()
