import { resolve } from 'node:path'
import { backUpDataFolder, restoreDataFolder } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import type { Command } from 'commander'
import { addDatabaseCommand, type DatabaseFlags } from '../command-line/database-command.ts'
import { chooseDatabase } from '../command-line/database-option.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { printDone } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'

/** Adds `backup` and `restore`, for the embedded database. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  addDatabaseCommand(program, 'backup', {
    description: 'copy the embedded database of a stopped service into a new file',
    examples: ['backup affiliate-2026-05-31.backup', 'backup /backups/today --data-dir /var/lib/affiliate'],
  })
    .argument('<file>', 'file to write; an existing one is not overwritten')
    .action((file: string, flags: DatabaseFlags) => backUp(terminal, resolve(file), flags))
  addDatabaseCommand(program, 'restore', {
    description: 'restore a backup as an embedded database in a new or empty folder',
    examples: ['restore affiliate-2026-05-31.backup --data-dir /var/lib/affiliate-restored'],
  })
    .argument('<file>', 'file that backup wrote')
    .action((file: string, flags: DatabaseFlags) => restore(terminal, resolve(file), flags))
}

async function backUp(terminal: Terminal, file: string, flags: DatabaseFlags): Promise<void> {
  const dataFolder = chooseDataFolder(terminal, flags)
  const { bytes } = await backUpDataFolder(dataFolder, file)
  printDone(terminal, flags, {
    value: file,
    record: { file, bytes },
    message: `${dataFolder} was backed up: ${bytes} bytes. It holds contacts: keep it safe.`,
  })
}

async function restore(terminal: Terminal, file: string, flags: DatabaseFlags): Promise<void> {
  const dataFolder = chooseDataFolder(terminal, flags)
  const pending = await restoreDataFolder(dataFolder, file)
  const advice =
    pending.length === 0 ? '' : ` It lacks ${pending.join(', ')}: run ${toCommandLine('migrate', flags)}`
  printDone(terminal, flags, {
    value: dataFolder,
    record: { dataFolder, pendingMigrations: pending },
    message: `${dataFolder} was restored from the backup.${advice}`,
  })
}

function chooseDataFolder({ env }: Terminal, { dataDir }: DatabaseFlags): string {
  const choice = chooseDatabase(readSettings(env), dataDir)
  if ('dataFolder' in choice) return choice.dataFolder
  throw new OperatorError(
    'backup and restore are for a data folder. For Postgres use pg_dump and pg_restore.',
  )
}
