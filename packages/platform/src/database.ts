export { BackupError, backUpDataFolder, restoreDataFolder } from './database/backup.ts'
export type {
  Database,
  DatabaseLoad,
  Durability,
  Queryable,
  Statement,
  Transaction,
} from './database/database.ts'
export { isSentInClear } from './database/encryption.ts'
export { createFairShares, type SharedDatabase } from './database/fair-shares.ts'
export { toDatabaseFault, toServerWords } from './database/faults.ts'
export { announceAddress, FolderInUseError, lockFolder } from './database/folder-lock.ts'
export type { ListPage } from './database/list-page.ts'
export { ForeignMigrationError, listPendingMigrations, migrate } from './database/migrate.ts'
export { type MovedTable, MoveError, moveDatabase } from './database/move.ts'
export { newId, newIdAfter } from './database/new-id.ts'
export { type DatabaseChoice, holdsDatabase, openDatabase, toDatabaseFolder } from './database/open.ts'
export { PoolerError } from './database/pooler.ts'
export { openPostgres } from './database/postgres.ts'
export { detailFromReplica, sectionFromReplica } from './database/read-from-replica.ts'
export { readSecret } from './database/read-secret.ts'
export { followReplica, type Replica, type ReplicaOptions } from './database/replica.ts'
export { openShare, type RequestContext } from './database/request-context.ts'
export { CommitUnknownError } from './database/retry.ts'
export { readDatabaseTime, timeSql, toTimeValue } from './database/time.ts'
