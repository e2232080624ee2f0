import { resolve } from 'node:path'
import { holdsDatabase, moveDatabase } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addCommand } from '../command-line/database-command.ts'
import { withDatabase } from '../command-line/database-option.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { printShown } from '../command-line/print-done.ts'
import { rejectPendingMigrations } from '../command-line/reject-pending-migrations.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface MoveFlags {
  readonly from: string
  readonly json?: boolean
}

/** Adds `move`: from an embedded folder to a Postgres. */
export function addMoveCommand(program: Command, terminal: Terminal): void {
  addCommand(program, 'move', {
    description: 'copy an embedded database into the empty, migrated Postgres at DATABASE_URL',
    examples: ['move --from .affiliate-platform', 'move --from /var/lib/affiliate --json'],
  })
    .requiredOption('--from <folder>', 'folder of the embedded database; no service may have it open')
    .option('--json', 'print one JSON document on standard output')
    .action((flags: MoveFlags) => move(terminal, flags))
}

async function move(terminal: Terminal, flags: MoveFlags): Promise<void> {
  const url = readSettings(terminal.env).DATABASE_URL
  if (url === undefined) throw new UsageError('Set DATABASE_URL to the database to move to.')
  const dataFolder = resolve(flags.from)
  if (!holdsDatabase(dataFolder)) throw new OperatorError(`There is no database in ${dataFolder}.`)
  const moved = await withDatabase({ dataFolder }, (source) =>
    withDatabase({ url }, async (target) => {
      await rejectPendingMigrations(source)
      await rejectPendingMigrations(target)
      return await moveDatabase(source, target)
    }),
  )
  const rows = moved.reduce((sum, table) => sum + table.rows, 0)
  const message = `${rows} rows were copied; every table has the same row count and digest. ${dataFolder} was not changed.`
  printShown(terminal, flags, { record: moved, text: formatTable(moved).text, message })
}
