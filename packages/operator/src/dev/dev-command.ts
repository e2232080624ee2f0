import type { Command } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { dataDirFlag } from '../command-line/database-option.ts'
import { parseLoopbackUrl } from '../command-line/parse-url.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import type { DevFlags } from './dev.ts'

const parseStore = parseShopDomain('--shopify-store')

/** Adds `dev`: the whole service with demo data and a simulated Shopify, for trying and building against. */
export function addDevCommand(program: Command): void {
  program
    .command('dev')
    .description('run the service with demo data, demo keys and a simulated Shopify')
    .option(
      '--port <port>',
      'port to listen on; if it is taken, the next free one; 0 for any (default: PORT, else 4010)',
    )
    .option('--json', 'print one line of JSON when ready: base URL, keys, ids and shops')
    .option(dataDirFlag.name, `${dataDirFlag.description} (default: .affiliate-platform)`)
    .option('--ephemeral', 'keep everything in memory and leave nothing on disk')
    .option('--reset', 'wipe the data folder and seed it again')
    .option(
      '--shopify-store <domain>',
      'call the real Shopify for this development store (repeatable); all other shops stay simulated',
      (text: string, stores: readonly string[] = []) => [...stores, parseStore(text)],
    )
    .option(
      '--shopify-simulator <url>',
      'use a Shopify simulator on this machine for all shops except those of the demo',
      parseLoopbackUrl('--shopify-simulator'),
    )
    .addHelpText(
      'after',
      `
Examples:
  ${commandName} dev
  ${commandName} dev --ephemeral --port 0 --json
  ${commandName} dev --reset
  ${commandName} dev --shopify-store my-dev-store.myshopify.com

With DATABASE_URL set, that database is used instead of the data folder. It must be empty or contain the demo:
nothing is written into any other, and --reset wipes no other folder.`,
    )
    // Loaded when it is run: the other commands start faster without it.
    .action(async (flags: DevFlags) => (await import('./dev.ts')).runDev(flags))
}
