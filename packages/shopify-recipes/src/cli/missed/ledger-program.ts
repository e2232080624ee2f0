// Loads the file in which an app makes its ledger, and prints what the ledger has missed. The program of `read-ledger.ts`.
import { register } from 'node:module'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listMissedInstalls } from './missed-installs.ts'
import { resultMark } from './read-ledger.ts'

const [, , path = '', ...names] = process.argv
register(`./resolve-app${extname(import.meta.url)}`, import.meta.url)
const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
const ledger = names.map((name) => exported[name]).find((value) => value !== undefined)
if (ledger === undefined) throw new Error(`The file does not export ${names.at(-1) ?? 'the ledger'}.`)
// What it is was read from its source: a call of one of the functions that make ledgers.
const missed = await listMissedInstalls(ledger as Parameters<typeof listMissedInstalls>[0], Date.now())
process.stdout.write(`\n${resultMark}${JSON.stringify(missed)}\n`, () => process.exit(0))
