import { resolve } from 'node:path'
import { holdsDatabase, longSilenceTimeoutMs, moveDatabase } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addCommand } from '../command-line/database-command.ts'
import { type StoredDatabase, withDatabase } from '../command-line/database-option.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { printShown } from '../command-line/print-done.ts'
import { rejectPendingMigrations } from '../command-line/reject-pending-migrations.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface MoveFlags {
  readonly from: string
  readonly json?: boolean
}

/** Adds `move`: from an embedded folder, or another Postgres, to a Postgres. */
export function addMoveCommand(program: Command, terminal: Terminal): void {
  addCommand(program, 'move', {
    description:
      'copy an embedded database, or another Postgres, into the empty, migrated Postgres at DATABASE_URL',
    examples: [
      'move --from .affiliate-platform',
      'move --from postgres://owner@old.internal/affiliate --json',
    ],
  })
    .requiredOption(
      '--from <source>',
      'folder of the embedded database, or URL of the other Postgres, whose password PGPASSWORD holds; no service may be writing there',
    )
    .option('--json', 'print one JSON document on standard output')
    .action((flags: MoveFlags) => move(terminal, flags))
}

async function move(terminal: Terminal, flags: MoveFlags): Promise<void> {
  const url = readSettings(terminal.env).DATABASE_URL
  if (url === undefined) throw new UsageError('Set DATABASE_URL to the database to move to.')
  const from = chooseSource(flags.from)
  const moved = await withDatabase(from, (source) =>
    withDatabase({ url, silenceTimeoutMs: longSilenceTimeoutMs }, async (target) => {
      await rejectPendingMigrations(source)
      await rejectPendingMigrations(target)
      return await moveDatabase(source, target)
    }),
  )
  const rows = moved.reduce((sum, table) => sum + table.rows, 0)
  const message = `${rows} rows were copied; every table has the same row count and digest. ${'url' in from ? 'The other Postgres' : from.dataFolder} was not changed.`
  printShown(terminal, flags, { record: moved, text: formatTable(moved).text, message })
}

function chooseSource(from: string): StoredDatabase {
  if (/^postgres(?:ql)?:/.test(from)) return { url: from, silenceTimeoutMs: longSilenceTimeoutMs }
  const dataFolder = resolve(from)
  if (holdsDatabase(dataFolder)) return { dataFolder }
  throw new OperatorError(`There is no database in ${dataFolder}.`)
}
