import type { Command } from 'commander'
import { addDatabaseCommand, type DatabaseFlags } from '../command-line/database-command.ts'
import type { Terminal } from '../command-line/terminal.ts'

export function addSeedCommand(program: Command, terminal: Terminal): void {
  // Loaded when it is run: the other commands start faster without it.
  addDatabaseCommand(program, 'seed', {
    description: 'write the demo data into an empty, migrated database, and print its keys and ids',
    examples: ['seed --data-dir demo', 'seed --data-dir demo --json'],
  }).action(async (flags: DatabaseFlags) => (await import('./seed-database.ts')).runSeed(terminal, flags))
}
