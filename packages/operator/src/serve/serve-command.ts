import type { Command } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { dataDirFlag } from '../command-line/database-option.ts'
import type { ServeFlags } from './serve.ts'

/** Adds `serve`: the service in production. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service in production, with a migrated database and the real Shopify')
    .option(dataDirFlag.name, dataDirFlag.description)
    .option('--port <port>', 'port to listen on, 0 for any free one (default: PORT, else 4010)')
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--admin-port <port>', 'port for /metrics, /readyz and /livez (default: ADMIN_PORT, else none)')
    .addHelpText(
      'after',
      `
Examples:
  DATABASE_URL=postgres://user:password@localhost/affiliate ${commandName} serve --host 0.0.0.0
  ${commandName} serve --data-dir /var/lib/affiliate`,
    )
    // Loaded when it is run: the other commands start faster without it.
    .action(async (flags: ServeFlags) => (await import('./serve.ts')).runServe(flags))
}
