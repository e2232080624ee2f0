import { hashApiKey } from '../access/api-key.ts'
import { findCredentialByHash } from '../access/credential-store.ts'
import { readSecret } from '../app.ts'
import type { Database } from '../database/database.ts'
import { deriveDemoKeys } from '../demo/keys.ts'
import { seedDemo } from '../demo/seed.ts'
import { listWorkspaces } from '../workspaces/store.ts'
import { type DatabaseFlags, runOnDatabase } from './database-command.ts'
import { OperatorError, UsageError } from './operator-error.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Puts the demo into the database that is named. */
export async function runSeed(terminal: Terminal, flags: DatabaseFlags): Promise<void> {
  if (flags.dataDir === undefined && !terminal.env['DATABASE_URL']) {
    throw new UsageError('Name the database for the demo: --data-dir or DATABASE_URL.')
  }
  const demo = await runOnDatabase(terminal, flags, async (database) => {
    await refuseForeignData(database)
    return await seedDemo(database)
  })
  const named = { ...demo.keys, ...demo.ids }
  const rows = Object.entries(named).map(([name, value]) => ({ name, value }))
  terminal.writeData(flags.json ? `${JSON.stringify(demo)}\n` : formatTable(rows))
  terminal.writeMessage('The demo is there. Its keys are for trying only.\n')
}

/** The demo is for trying: it must not get among somebody's own data. */
async function refuseForeignData(database: Database): Promise<void> {
  const demoKeys = deriveDemoKeys(await readSecret(database))
  const demoKey = await findCredentialByHash(database, hashApiKey(demoKeys.affiliate))
  const [workspace] = await listWorkspaces(database, { after: undefined, limit: 1 })
  if (demoKey !== undefined || workspace === undefined) return
  throw new OperatorError('The database has workspaces of its own. Give the demo a database of its own.')
}
