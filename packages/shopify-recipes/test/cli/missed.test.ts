import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createSqlLedger, type LedgerEntry, ledgerMigration } from '@affiliate-platform/shopify-recipes'
import { expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'

const recipes = fileURLToPath(new URL('../..', import.meta.url))
const hourMs = 3_600_000
const nowMs = Date.now()

// As the templates write it: imports without an ending, a default export, and a ledger under another name.
const app = {
  'app/db.server.ts': `import { DatabaseSync } from "node:sqlite";
console.log("an app that talks");
export default new DatabaseSync(process.env.LEDGER_FILE ?? "");
`,
  'app/affiliate.server.ts': `import { createSqlLedger } from "@affiliate-platform/shopify-recipes";
import client from "./db.server";

const installLedger = createSqlLedger({ dialect: "sqlite", client });
export { installLedger as ledger };
`,
  'app/shopify.server.ts': `import { identifyOnInstall } from "@affiliate-platform/shopify-recipes/react-router";
import { ledger } from "./affiliate.server";

export const hooks = { afterAuth: identifyOnInstall({ ledger }) };
`,
}

async function runMissed(
  changes: Readonly<Record<string, string>> = {},
  entries: readonly LedgerEntry[] = [],
) {
  const command = await createCommandIo({ env: { NODE_OPTIONS: '--conditions=@affiliate-platform/source' } })
  const { folder } = command.io
  const file = join(folder, 'ledger.db')
  const files = { ...app, '.env': `LEDGER_FILE=${file}\n`, ...changes }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await mkdir(join(folder, 'node_modules/@affiliate-platform'), { recursive: true })
  await symlink(recipes, join(folder, 'node_modules/@affiliate-platform/shopify-recipes'))
  const client = new DatabaseSync(file)
  client.exec(ledgerMigration('sqlite'))
  const ledger = createSqlLedger({ dialect: 'sqlite', client })
  for (const entry of entries) await ledger.replace(entry.key, null, entry)
  client.close()
  const run = (...words: readonly string[]) => runCommand(['missed', ...words], command.io)
  return { ...command, run }
}

const toEntry = (shop: string, rest: Partial<LedgerEntry>): LedgerEntry => ({
  ...{ key: `install:${shop}.myshopify.com`, state: 'missed', tasks: 'identify', claim: shop },
  ...{ sinceMs: nowMs - 2 * hourMs, dueAtMs: nowMs + hourMs },
  ...rest,
})

const entries = [
  toEntry('late', {}),
  toEntry('killed', { state: 'claimed', dueAtMs: nowMs - hourMs }),
  toEntry('told', { tasks: 'installed', dueAtMs: nowMs + 2 * hourMs }),
  toEntry('busy', { state: 'claimed', dueAtMs: nowMs + hourMs }),
  toEntry('done', { state: 'done', tasks: '', dueAtMs: null }),
  toEntry('gone', { state: 'ended', tasks: '', dueAtMs: null }),
]

it('lists from the ledger of the app which installs are missed, since when, until when and how far', async () => {
  const { run, lines } = await runMissed({}, entries)
  expect(await run('--json')).toBe(1)
  const install = (shop: string, dueAtMs: number, reason: string) => ({
    ...{ type: 'missed', shop: `${shop}.myshopify.com`, since: new Date(nowMs - 2 * hourMs).toISOString() },
    ...{ nextTry: new Date(dueAtMs).toISOString(), reason },
  })
  expect(lines()).toEqual([
    install('killed', nowMs - hourMs, 'process_ended'),
    install('late', nowMs + hourMs, 'identify_failed'),
    install('told', nowMs + 2 * hourMs, 'callback_failed'),
  ])
})

it('shows a person a table, or that there is nothing', async () => {
  const { run, output } = await runMissed({}, entries)
  expect(await run()).toBe(1)
  expect(output().split('\n').slice(0, 2)).toEqual([
    'Shop                  Since                     Next try                  Why',
    expect.stringMatching(/^killed\.myshopify\.com {2}\S{24} {2}\S{24} {2}the process ended in the call$/),
  ])
  const none = await runMissed()
  expect(await none.run()).toBe(0)
  expect(none.output()).toBe('No install is missed.\n')
})

it.each([
  [
    'a ledger in memory',
    { 'app/shopify.server.ts': app['app/shopify.server.ts'].replace('({ ledger })', '({})') },
    2,
    'The ledger is in memory: only the running app knows what it has missed.\n',
  ],
  [
    'an app without the hook',
    { 'app/shopify.server.ts': '' },
    2,
    "No identifyOnInstall was found here. Run the command in the app's folder.\n",
  ],
  [
    'a ledger that is not exported',
    {
      'app/shopify.server.ts':
        app['app/affiliate.server.ts'].replace(/export .*/, '') +
        app['app/shopify.server.ts']
          .replace(/import .* from "[.].*/, '')
          .replace('({ ledger })', '({ ledger: installLedger })'),
    },
    5,
    'app/shopify.server.ts could not be loaded here: Error: The file does not export installLedger.\n',
  ],
  [
    'a database that is not there',
    { 'app/db.server.ts': 'throw new Error("connect postgres://app:hunter2@db.example/app");' },
    5,
    'app/affiliate.server.ts could not be loaded here: Error: connect postgres://…@db.example/app\n',
  ],
])('says why %s cannot be read', async (_title, changes, exitCode, text) => {
  const { run, errors } = await runMissed(changes)
  expect(await run()).toBe(exitCode)
  expect(errors()).toBe(text)
})
