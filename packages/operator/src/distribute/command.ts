import { distribute } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addCommand } from '../command-line/database-command.ts'
import { withDatabase } from '../command-line/database-option.ts'
import { formatCount } from '../command-line/format-count.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { printShown } from '../command-line/print-done.ts'
import { rejectPendingMigrations } from '../command-line/reject-pending-migrations.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface DistributeFlags {
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Adds `distribute`: spreads an empty database over the nodes of its Citus cluster. */
export function addDistributeCommand(program: Command, terminal: Terminal): void {
  addCommand(program, 'distribute', {
    description:
      'spread the tables of the empty, migrated database at DATABASE_URL over its Citus cluster, by workspace; safe to run again',
    examples: ['distribute --dry-run', 'distribute --json'],
  })
    .option('--dry-run', 'say what would be placed where; change nothing')
    .option('--json', 'print one JSON document on standard output')
    .action((flags: DistributeFlags) => runDistribute(terminal, flags))
}

async function runDistribute(terminal: Terminal, flags: DistributeFlags): Promise<void> {
  const url = readSettings(terminal.env).DATABASE_URL
  if (url === undefined) throw new UsageError('Set DATABASE_URL to the coordinator of the cluster.')
  const isDryRun = flags.dryRun === true
  const { nodes, placed } = await withDatabase({ url }, async (database) => {
    await rejectPendingMigrations(database)
    return await distribute(database, { isDryRun })
  })
  const rows = placed.map(({ table, belongs }) => ({ table, belongs }))
  const tables = formatCount(placed.length, 'table')
  const where = formatCount(nodes.length, 'node')
  printShown(terminal, flags, {
    record: { nodes, placed: rows },
    text: placed.length === 0 ? '' : formatTable(rows).text,
    message: describe(),
  })

  function describe(): string {
    if (placed.length === 0) return `Nothing to do: every table is in its place on ${where}.`
    return isDryRun
      ? `${tables} would be placed on ${where}. Nothing was changed: --dry-run.`
      : `${tables} placed on ${where}.`
  }
}
