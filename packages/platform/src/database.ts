export { BackupError, backUpDataFolder } from './database/backup/backup.ts'
export { restoreDataFolder } from './database/backup/restore.ts'
export { writeWhole } from './database/backup/write-whole.ts'
export { analyzeChanged, startAnalyzing } from './database/embedded/analyze.ts'
export { announceAddress, FolderInUseError, lockFolder } from './database/embedded/folder-lock.ts'
export {
  type DatabaseChoice,
  holdsDatabase,
  openDatabase,
  toDatabaseFolder,
} from './database/embedded/open.ts'
export { isSentInClear } from './database/postgres/encryption.ts'
export { openPostgres } from './database/postgres/postgres.ts'
export type { WatchWork } from './database/postgres/repeat-work.ts'
export { CommitUnknownError } from './database/postgres/retry.ts'
export { createFairShares } from './database/requests/fair-shares.ts'
export { listFromReplica, recordFromReplica } from './database/requests/read-from-replica.ts'
export { readSecret } from './database/requests/read-secret.ts'
export { followReplica, type Replica, type ReplicaOptions } from './database/requests/replica.ts'
export { openShare, type RequestContext } from './database/requests/request-context.ts'
export { ForeignMigrationError, listPendingMigrations, migrate } from './database/schema/migrate.ts'
export { MoveError, moveDatabase } from './database/schema/move.ts'
export { UnusableDatabaseError } from './database/schema/unusable-database-error.ts'
export { longSilenceTimeoutMs, readAtLength } from './database/statements/at-length.ts'
export type { Database, Queryable, Statement, Transaction } from './database/statements/database.ts'
export { errorCode, toDatabaseFault, toServerWords } from './database/statements/faults.ts'
export type { ListPage } from './database/statements/list-page.ts'
export { newId } from './database/statements/new-id.ts'
export { readDatabaseTime } from './database/statements/time.ts'
