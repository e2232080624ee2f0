import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { chooseDatabase, dataDirFlag, withDatabase } from './database-option.ts'

/** Adds `migrate`: brings a database's schema up to date. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply the migrations that the database lacks; safe to run again and from several processes')
    .option(dataDirFlag.name, dataDirFlag.description)
    .option('--json', 'print { "applied": [names] }')
    .action(async ({ dataDir, json }: { dataDir?: string; json?: boolean }) => {
      const choice = chooseDatabase(readSettings(process.env), dataDir)
      const applied = await withDatabase(choice, migrate)
      const summary =
        applied.length === 0 ? 'Nothing to do: the schema is up to date.' : `Applied ${applied.join(', ')}.`
      process.stdout.write(`${json ? JSON.stringify({ applied }) : summary}\n`)
    })
}
