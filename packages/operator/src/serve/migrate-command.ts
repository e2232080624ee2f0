import { migrate } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addDatabaseCommand, type DatabaseFlags } from '../command-line/database-command.ts'
import { chooseDatabase, withDatabase } from '../command-line/database-option.ts'
import { printShown } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `migrate`: brings a database's schema up to date, and makes the database of a data folder. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  addDatabaseCommand(program, 'migrate', {
    description: 'apply pending migrations; safe to run again and from several processes',
    examples: ['migrate', 'migrate --data-dir /var/lib/affiliate --json'],
  }).action(async ({ dataDir, json }: DatabaseFlags) => {
    const choice = chooseDatabase(readSettings(terminal.env), dataDir)
    const applied = await withDatabase(choice, migrate)
    const text = applied.map((name) => `${name}\n`).join('')
    const message =
      applied.length === 0
        ? 'Nothing to do: the schema is up to date.'
        : `Migrations applied: ${applied.length}.`
    printShown(terminal, { json }, { record: { applied }, text, message })
  })
}
