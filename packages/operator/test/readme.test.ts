import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type RunningCommand, startCommand } from '@affiliate-platform/test-support/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The shell blocks of the README that a new user pastes, in order. The first and the last ones are npm's own.
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)

let service: RunningCommand
let exports: string

beforeAll(async () => {
  service = startCommand(['dev', '--ephemeral', '--port', '0'])
  exports = await service.stdoutUntil('List payouts')
})

afterAll(async () => {
  await service.stop()
})

/** Runs a block in a shell after the lines that the service printed for pasting. */
function paste(block: string | undefined): string {
  const exported = exports.match(/^ {2}export .*$/gm)?.join('\n') ?? ''
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euc', `${exported}\n${block}`], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

test('shows the two commands that install, run and test', () => {
  expect(blocks.at(0)).toBe('npm ci && npm start\n')
  expect(blocks.at(-1)).toBe('npm ci && npm test\n')
  expect(blocks).toHaveLength(4)
})

test('identifies a shop with the lines of the README [4.3]', () => {
  expect(JSON.parse(paste(blocks[1]))).toMatchObject({
    ok: true,
    contact: 'read',
    uninstallWatch: 'registered',
  })
})

test('saves one version with the lines of the README, and marks the second response as replayed [D10]', () => {
  const responses = paste(blocks[2]).split(/(?=HTTP\/1\.1)/)

  expect(responses).toHaveLength(2)
  const [first = '', second = ''] = responses
  expect(first).not.toContain('Idempotency-Replayed')
  expect(second).toContain('Idempotency-Replayed: true')
  expect(second.split('\r\n\r\n')[1]).toBe(first.split('\r\n\r\n')[1])
})

test('walks 1,037 payouts to the last page with the lines of the page of the list [4.2-2]', () => {
  const page = readFileSync(new URL('../../../docs/api/list-payouts.md', import.meta.url), 'utf8')
  const [, lines = ''] = /^```sh\n(.*?)^```/ms.exec(page) ?? []
  expect(paste(lines).trim().split('\n')).toHaveLength(Math.ceil(1037 / 50))
})

test('prints curl lines that can be pasted as they are', () => {
  // What follows them starts a program from the registry.
  const [own = ''] = exports.split('Connect an assistant')
  const lines = own.split('\n').filter((line) => line.startsWith('  '))
  const commands = lines.slice(lines.findIndex((line) => line.startsWith('  curl'))).join('\n')

  const output = paste(commands)

  expect(output).toContain('"ok":true')
  expect(output).toContain('HTTP/1.1 200 OK')
})

test('runs the sample of the package README [D46]', () => {
  const packageReadme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const sample = /^```ts\n(.*?)^```/ms.exec(packageReadme)?.[1] ?? ''
  const flags = [
    '--conditions=@affiliate-platform/source',
    '--input-type=module-typescript',
    '--eval',
    sample,
  ]

  const { stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })

  expect(stderr).toBe('')
  expect(stdout).toMatch(/^200 \{ amountMinor: '\d+', currency: '[A-Z]{3}' \}\n$/)
})
