export { type AdminGraphql, type AdminGraphqlOptions, readContactWithAdmin } from './lib/admin-contact.ts'
export type {
  BackfillFailure,
  BackfillPage,
  BackfillResult,
  BackfillRouteOptions,
  BackfillStage,
  ReadShop,
  ReadShopFunction,
  ReadShopOptions,
} from './lib/backfill/backfill-options.ts'
export { backfillRoute } from './lib/backfill/backfill-route.ts'
export {
  type ListedSession,
  listShopsFromPrisma,
  listShopsFromSessions,
  listShopsFromSql,
  type PrismaSessionModel,
  type SqlSessions,
} from './lib/backfill/list-shops.ts'
export {
  type ReadShopWithSessions,
  readShopWithAdmin,
  readShopWithSessions,
  type StoredSession,
  type UnauthenticatedShopify,
} from './lib/backfill/read-shop.ts'
export {
  type DynamoDbScan,
  listShopsFromDynamoDb,
  listShopsFromMongoDb,
  listShopsFromRedis,
  type MongoSessions,
  type RedisKeys,
  type SendDynamoDbScan,
} from './lib/backfill/scan-shops.ts'
export type { Attribution, BridgeOptions, InstallBridgePort } from './lib/bridge/bridge-port.ts'
export {
  type ReferralCodeOptions,
  type ReferralCodeResult,
  reportReferralCode,
} from './lib/bridge/report-referral-code.ts'
export type {
  ComplianceOptions,
  ComplianceResult,
  ComplianceStage,
  ComplianceTopic,
  CustomerRequest,
  ShopRequest,
} from './lib/compliance/compliance-options.ts'
export { handleCompliance } from './lib/compliance/handle-compliance.ts'
export type { FoundContact } from './lib/contact.ts'
export type { Fault } from './lib/fault.ts'
export type { IdentifyPort, IdentifyReceipt } from './lib/identify-port.ts'
export { identifyOnInstall } from './lib/install/identify-on-install.ts'
export type {
  IdentifyOnInstallOptions,
  InstallAuth,
  InstallCallback,
  InstallCallbacks,
  InstallEvent,
  InstallResult,
  InstallSession,
  MissedInstallsOptions,
  OfflineSessions,
  RetryMissedInstallsOptions,
} from './lib/install/install-options.ts'
export { retryMissedInstalls } from './lib/install/retry-missed-installs.ts'
export type { InstallTask, Ledger, LedgerEntry, LedgerKind } from './lib/ledger/ledger.ts'
export {
  createMemoryLedger,
  type MemoryLedgerOptions,
} from './lib/ledger/memory-ledger.ts'
export { createMongoLedger, type MongoLedgerCollection } from './lib/ledger/mongo-ledger.ts'
export {
  createPrismaLedger,
  type PrismaLedgerModel,
  type PrismaLedgerRow,
} from './lib/ledger/prisma-ledger.ts'
export {
  createRedisLedger,
  type IoRedisClient,
  type NodeRedisClient,
  type RedisLedgerOptions,
} from './lib/ledger/redis-ledger.ts'
export type {
  MysqlClient,
  PostgresClient,
  SqlDatabase,
  Sqlite3Client,
  SqliteClient,
  SqlValue,
} from './lib/ledger/sql-dialects.ts'
export { createSqlLedger, ledgerMigration } from './lib/ledger/sql-ledger.ts'
export type {
  ListShops,
  ListShopsOptions,
  PageFields,
  PageRouteOptions,
  ShopFailure,
} from './lib/pages/page-options.ts'
export type { Report } from './lib/report.ts'
export { migrateTokensRoute } from './lib/tokens/migrate-tokens-route.ts'
export type {
  MigratedSession,
  MigrateTokensOptions,
  MigrationFailure,
  MigrationPage,
  MigrationStage,
  SessionStore,
} from './lib/tokens/token-options.ts'
export { forwardUninstall, handleUninstall } from './lib/uninstall/forward-uninstall.ts'
export type {
  ForwardUninstallOptions,
  HandleUninstallOptions,
  Uninstall,
  UninstallOptions,
  UninstallResult,
} from './lib/uninstall/uninstall-options.ts'
export type { UnhandledResult, WebhookOptions } from './lib/webhook/webhook-options.ts'
