import { createSqlLedger, ledgerMigration } from '@affiliate-platform/shopify-recipes'
import { database } from './database.server.ts'

database.exec(ledgerMigration('sqlite'))

/** Remembers which installs were identified. The install hook and the uninstall handler share it. */
export const installLedger = createSqlLedger({ dialect: 'sqlite', client: database })
