// `npm run test:postgres`: what depends on the version of Postgres most, on each that is supported or on those that are
// named: `npm run test:postgres -- 14 18`. What follows `--` after them goes to Vitest: other files, for example. The servers
// have a lock file of their own: a newcomer's install does not bring them.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const supported = ['14', '15', '16', '17', '18']
const folder = import.meta.dirname
const root = join(folder, '../..')

/** Migrations, lists, runs, evidence, and what a role and a foreign setting may do. */
const decisive = [
  'packages/platform/test/database',
  'packages/platform/test/lists',
  'packages/platform/test/payout-runs/payout-runs',
  'packages/platform/test/trust',
  'packages/platform/test/balances',
  'packages/service/test/lists',
  'packages/service/test/guarantees/database-role',
  'packages/service/test/guarantees/foreign-settings',
  'packages/service/test/guarantees/migrations-finish',
]

const words = process.argv.slice(2)
const end = words.includes('--') ? words.indexOf('--') : words.length
const versions = words.slice(0, end)
const unknown = versions.find((version) => !supported.includes(version))
if (unknown !== undefined) throw new Error(`${unknown} is none of ${supported.join(', ')}.`)
const files = end < words.length ? words.slice(end + 1) : decisive

execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
for (const version of versions.length > 0 ? versions : supported) {
  if (!test(version)) process.exitCode = 1
}

/** Runs the tests on a version, and tells whether they passed. */
function test(version: string): boolean {
  const installed = join(folder, 'node_modules', `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(installed)) {
    process.stdout.write(
      `skipped  Postgres ${version}: there is no package of it for ${process.platform}-${process.arch}\n`,
    )
    return true
  }
  const copy = mkdtempSync(join(tmpdir(), `postgres-${version}-`))
  try {
    makeRunnable(installed, copy)
    process.stdout.write(`\nPostgres ${version}\n`)
    const env = { ...process.env, POSTGRES_BIN: join(copy, 'native/bin'), REQUIRE_POSTGRES: '1' }
    const args = ['vitest', 'run', '--project', 'code', '--project', 'shared', ...files]
    return spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' }).status === 0
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Copies a server to where every user may read it: as root, another one runs it. Its links are a list in the package. */
function makeRunnable(installed: string, copy: string): void {
  chmodSync(copy, 0o755)
  cpSync(join(installed, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  const links: readonly Link[] = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(copy, target)
    if (!existsSync(link)) symlinkSync(join('.', basename(source)), join(dirname(link), basename(link)))
  }
}

interface Link {
  readonly source: string
  readonly target: string
}
