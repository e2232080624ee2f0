import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, startCommand } from '@affiliate-platform/test-support/service-process'
import { afterAll, expect, test } from 'vitest'
import { describeFailure } from '../src/command-line/describe-failure.ts'
import { createCommandLine } from './command-line.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

test('an address that this machine does not have is no unreachable database', async () => {
  const line = createCommandLine({})
  await line.value(`migrate --data-dir ${folder.path}/data`)
  expect(await line.rejection(`serve --host 192.0.2.1 --port 0 --data-dir ${folder.path}/data`, 1)).toContain(
    'This machine does not have the address 192.0.2.1. Check --host, HOST and ADMIN_HOST.\n',
  )
})

test('a port that a user may not listen on is no unwritable folder', () => {
  // As Node makes it; whoever runs the tests may be allowed to.
  const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), {
    ...{ code: 'EACCES', errno: -13, syscall: 'listen', address: '0.0.0.0', port: 80 },
  })
  expect(describeFailure(error)).toBe(
    'Port 80 may not be listened on by this user: take one above 1023 with --port or PORT.',
  )
})

test('a folder that may not be read is not told as one without a database', async () => {
  const line = createCommandLine({})
  const dataFolder = join(folder.path, 'closed')
  mkdirSync(dataFolder)
  chmodSync(dataFolder, 0)
  chmodSync(folder.path, 0o755)
  const user = process.geteuid?.()
  if (user === 0) process.seteuid?.(65_534)
  try {
    expect(await line.rejection(`workspaces list --data-dir ${dataFolder}`, 1)).toBe(
      'The data folder cannot be read or written. Check who owns it and that the disk is neither full nor read-only, or choose another folder with --data-dir.\n',
    )
  } finally {
    if (user === 0) process.seteuid?.(user)
    chmodSync(dataFolder, 0o700)
  }
})

test.each(['migrate', 'dev', 'serve', 'workspaces list'])(
  '%s ends where the data folder cannot be made, and says what to do',
  async (command) => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    for (const [path, reason] of [
      ['/proc/nope/data', '/proc/nope cannot be made (ENOENT)'],
      [join(file, 'data'), `${join(file, 'data')} cannot be made (ENOTDIR)`],
    ] as const) {
      const told = await createCommandLine({}).rejection(`${command} --data-dir ${path}`, 1)
      expect(told.trimEnd()).toBe(
        command === 'workspaces list'
          ? `There is no database in ${path}. Name the right one with --data-dir or DATABASE_URL, or create one with affiliate-service migrate --data-dir ${path}`
          : `The folder ${reason}. Choose another one, or make it as a folder that this user can write to.`,
      )
    }
  },
)

test('serve says where the reference is, and the console and the portal where there are any', async () => {
  const data = ['--data-dir', join(folder.path, 'served')]
  await createCommandLine({}).value(`migrate ${data.join(' ')}`)
  for (const [env, addresses] of [
    [{}, {}],
    [
      { CONSOLE_ORIGIN: 'https://affiliates.example' },
      {
        consoleUrl: 'https://affiliates.example/console',
        portalUrl: 'https://affiliates.example/portal',
      },
    ],
  ] as const) {
    const service = startCommand(['serve', '--port', '0', ...data], { env })
    const { baseUrl, docsUrl, consoleUrl, portalUrl } = await service.ready()
    expect({ docsUrl, consoleUrl, portalUrl }).toEqual({ docsUrl: `${baseUrl}/docs`, ...addresses })
    expect((await fetch(docsUrl)).status).toBe(200)
    expect((await service.stop()).exitCode).toBe(0)
  }
})
