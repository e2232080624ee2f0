import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { readSettings, startServer } from '@affiliate-platform/service'
import { collect, runCommand, spawnCommand } from '@affiliate-platform/test-support/service-process'
import { expect, test } from 'vitest'
import { chooseDatabase } from '../src/command-line/database-option.ts'
import { describeFailure } from '../src/command-line/describe-failure.ts'
import { parseHttpsUrl } from '../src/command-line/parse-url.ts'

test('tells its commands, settings and exit codes with --help, from the sources [D46]', async () => {
  const { exitCode, stdout } = await runCommand(['--help'])

  expect(exitCode).toBe(0)
  for (const word of ['dev', 'serve', 'migrate', 'keys', 'DATABASE_URL', 'Exit codes']) {
    expect(stdout).toContain(word)
  }
})

test('rejects an unknown command and an unknown flag as wrong usage', async () => {
  expect((await runCommand(['sevre'])).exitCode).toBe(2)
  expect(await runCommand(['dev', '--prot', '1'])).toMatchObject({ exitCode: 2, stdout: '' })
  for (const noun of ['payees', 'terms', 'tombstones']) {
    expect((await runCommand([noun, 'forget'])).stderr).toContain(`Run affiliate-service ${noun} --help`)
  }
})

test('takes no text for the URL of a database that is none', async () => {
  const { exitCode, stderr } = await runCommand(['balances'], { env: { DATABASE_URL: 'notaurl' } })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('DATABASE_URL: the URL of a Postgres database')
  expect(stderr).not.toContain('notaurl')
})

test('lists every unusable setting at once, and none of their values', async () => {
  const env = { DATABASE_URL: 'mysql://root:hunter2@localhost/db', PORT: '70000', LOG_LEVEL: 'loud' }

  const { exitCode, stderr } = await runCommand(['serve'], { env })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('DATABASE_URL: the URL of a Postgres database, with no sslmode except ')
  expect(stderr).toContain('PORT: a port from 0 to 65535')
  expect(stderr).toContain('LOG_LEVEL: one of trace')
  expect(stderr).not.toMatch(/hunter2|70000|loud/)
})

test('opens as many connections as DATABASE_POOL_SIZE says, and 10 without it [D76]', () => {
  const choose = (env: object) =>
    chooseDatabase(readSettings({ DATABASE_URL: 'postgres://db/app', ...env }), undefined)
  expect(choose({})).toMatchObject({ connectionsMax: 10 })
  expect(choose({ DATABASE_POOL_SIZE: '25' })).toMatchObject({ connectionsMax: 25 })
  expect(() => choose({ DATABASE_POOL_SIZE: '1' })).toThrow('DATABASE_POOL_SIZE')
})

test('rejects a misspelt sslmode, which the driver would take for another one [D68]', () => {
  const url = 'postgres://app@db.internal/app?sslmode='
  expect(() => readSettings({ DATABASE_URL: `${url}verify-fulll` })).toThrow('DATABASE_URL')
  expect(readSettings({ DATABASE_URL: `${url}verify-full` }).DATABASE_URL).toContain('verify-full')
})

test('names a setting that was misspelt where a command fails for want of it [D146]', async () => {
  const { exitCode, stderr } = await runCommand(['migrate'], { env: { DATABSE_URL: 'postgres://db/app' } })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
})

test('names the host that it cannot listen on, and blames no database [D146]', async () => {
  const app = { handle: () => Promise.reject(new Error('never called')), announceStop: () => undefined }
  const failure = await startServer(app, { host: '999.1.1.1', port: 0 }).catch((error: unknown) => error)
  expect(describeFailure(failure)).toMatch(/^999\.1\.1\.1 is neither an address nor a known name: .*HOST/)
})

test.each([
  'https://localhost/x',
  'https://169.254.169.254/x',
  'https://[::1]/x',
  'https://user:pw@app.example/x',
  'https://app.example/a b',
  'http://app.example/x',
])('rejects the uninstall address %s [D68]', (text) => {
  expect(() => parseHttpsUrl('--uninstall-url')(text)).toThrow('--uninstall-url')
})

test('will not guess between two databases', async () => {
  const env = { DATABASE_URL: 'postgres://app@127.0.0.1:1/app' }

  const { exitCode, stderr } = await runCommand(['migrate', '--data-dir', 'data'], { env })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('DATABASE_URL and --data-dir name two different databases.')
})

test('says in one sentence that a database cannot be reached', async () => {
  const env = { DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:1/app' }

  const { exitCode, stderr } = await runCommand(['migrate'], { env })

  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^The database cannot be reached\..*\n$/)
})

test('names the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

  expect(await runCommand(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('is content when the reader of its output goes away', async () => {
  const child = spawnCommand(['--help'])
  child.stdout?.destroy()

  expect(await collect(child)).toMatchObject({ exitCode: 0, stderr: '' })
})

test('fails in one sentence when its output cannot be written', {
  skip: !existsSync('/dev/full'),
  meta: { needs: '/dev/full' },
}, async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawnCommand(['--help'], { stdout: full })
  closeSync(full)

  expect(await collect(child)).toMatchObject({
    exitCode: 1,
    stderr: 'Standard output cannot be written (ENOSPC).\n',
  })
})

test('says everywhere which Node it needs, and rejects an older one', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(JSON.parse(read('package.json')).engines.node) ?? []

  expect(read('README.md')).toContain(`Node ${major}.${minor} or newer`)
  const launcher = read('bin/affiliate-service.js')
  expect(launcher).toContain(`needs Node ${major}.${minor} or newer`)
  expect(launcher).toContain(`major < ${major} || (major === ${major} && minor < ${minor})`)
})

test('says of every package which Node it needs, in one table', () => {
  const root = new URL('../../../', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const rows = [
    ...read('docs/guides/upgrading.md').matchAll(/^\| [^|]+ \| ([^|]+) \| ([\d.]+) or newer \|$/gm),
  ]
  const told = rows.flatMap(([, names = '', version]) => names.split(', ').map((name) => [name, version]))
  const packages = readdirSync(new URL('packages/', root))
  const needed = [
    ...packages.map((name) => [name, `packages/${name}/package.json`]),
    ['all of this repository', 'package.json'],
  ].map(([name, path = '']) => [name, JSON.parse(read(path)).engines.node.slice(2)])
  expect(told.toSorted()).toEqual(needed.toSorted())
})
