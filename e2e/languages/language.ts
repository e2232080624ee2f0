import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const page = new URL('../../packages/shopify-recipes/docs/other-languages.md', import.meta.url)

/** A language that the page has samples in, and what runs it. */
export interface Language {
  readonly name: string
  readonly program: string
  readonly harness: string
  /** A program that ends with 0 where all is installed that the samples and the harness need. */
  readonly probe: readonly string[]
}

export const languages: readonly Language[] = [
  { name: 'ruby', program: 'ruby', harness: 'run.rb', probe: ['-rsqlite3', '-e', 'exit'] },
  {
    name: 'php',
    program: 'php',
    harness: 'run.php',
    probe: [
      '-r',
      'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") && extension_loaded("pdo_sqlite") ? 0 : 1);',
    ],
  },
  {
    name: 'python',
    program: 'python3',
    harness: 'run.py',
    probe: ['-c', 'import sys, sqlite3; sys.exit(sqlite3.sqlite_version_info < (3, 24))'],
  },
]

/** Whether this machine can run the samples of a language. */
export function isInstalled({ program, probe }: Language): boolean {
  return spawnSync(program, probe, { stdio: 'ignore' }).status === 0
}

/** Writes the samples of the page into a folder, under the names that they give themselves. */
export function writeSamples(): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  const text = readFileSync(page, 'utf8')
  const blocks = text.matchAll(/```(?:ruby|php|python)\n((?:<\?php\n)?(?:#|\/\/) (\S+)\n[\s\S]*?)```/g)
  for (const [, code = '', path = ''] of blocks) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  return folder
}

/** The statement of the page that makes the table. */
export function readTable(): string {
  return /CREATE TABLE[^;]*;/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
}

/** The statement of the page that lists what is to be sent. */
export function readDueShops(): string {
  return /SELECT shop, seen_at FROM[^`]*/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
}

interface Call {
  readonly folder: string
  readonly database: string
  readonly env: Readonly<Record<string, string>>
  /** Kills the process. */
  readonly signal?: AbortSignal
}

type Value = string | number | Uint8Array

/** Runs one function of the samples in a process of its own; what it returned. */
export async function runSample(
  { name, program, harness }: Language,
  [file, called, ...values]: readonly [file: string, name: string, ...values: Value[]],
  { folder, database, env, signal }: Call,
): Promise<unknown> {
  const encoded = values.map((value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  )
  const path = join(import.meta.dirname, 'harness', harness)
  const words = [path, join(folder, name), file, called, database, JSON.stringify(encoded)]
  const { stdout } = await promisify(execFile)(program, words, {
    env: { PATH: process.env['PATH'], ...env },
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  })
  return JSON.parse(stdout)[0]
}
