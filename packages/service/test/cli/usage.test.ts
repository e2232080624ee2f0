import { expect, test } from 'vitest'
import { runCommand } from '../support/service-process.ts'

test('tells its commands, settings and exit codes with --help, from the sources [D46]', async () => {
  const { exitCode, stdout } = await runCommand(['--help'])

  expect(exitCode).toBe(0)
  for (const word of ['dev', 'serve', 'migrate', 'keys', 'DATABASE_URL', 'Exit codes']) {
    expect(stdout).toContain(word)
  }
})

test('refuses an unknown command and an unknown flag as wrong usage', async () => {
  expect((await runCommand(['sevre'])).exitCode).toBe(2)
  expect(await runCommand(['dev', '--prot', '1'])).toMatchObject({ exitCode: 2, stdout: '' })
})

test('lists every unusable setting at once, and none of their values', async () => {
  const env = { DATABASE_URL: 'mysql://root:hunter2@localhost/db', PORT: '70000', LOG_LEVEL: 'loud' }

  const { exitCode, stderr } = await runCommand(['serve'], { env })

  expect(exitCode).toBe(2)
  expect(stderr).toContain('DATABASE_URL: the URL of a Postgres database, for example postgres://')
  expect(stderr).toContain('PORT: a port from 0 to 65535')
  expect(stderr).toContain('LOG_LEVEL: one of trace')
  expect(stderr).not.toMatch(/hunter2|70000|loud/)
})

test('refuses to guess between two databases', async () => {
  const env = { DATABASE_URL: 'postgres://app@127.0.0.1:1/app' }

  const { exitCode, stderr } = await runCommand(['migrate', '--data-dir', 'data'], { env })

  expect(exitCode).toBe(1)
  expect(stderr).toContain('DATABASE_URL and --data-dir name two databases.')
})

test('says in one sentence that a database cannot be reached', async () => {
  const env = { DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:1/app' }

  const { exitCode, stderr } = await runCommand(['migrate'], { env })

  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^The database cannot be reached\..*\n$/)
})
