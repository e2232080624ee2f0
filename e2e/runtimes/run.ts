// `npm run test:runtimes`: the packed SDK does the same on every runtime. The runtimes have a lockfile of their own: a
// newcomer's install does not bring them. One that has no package for this platform is a visible skip. On Node every other published
// package is installed from its archive, too.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { startDemoService } from '../support/demo-service.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { checkInstall, packEverything } from './check-installs.ts'
import { startHostileService } from './hostile-service.ts'

const folder = import.meta.dirname
const root = join(folder, '../..')
const project = join(folder, '.artifacts')
const platform = `${process.platform}-${process.arch}`
const installed = (path: string) => join(folder, 'node_modules', path)

const expected = {
  page: [10, 200, 1, 120],
  rows: 1037,
  retried: 2,
  money: '$19.99',
  identified: true,
  rejected: 'permission: scope_denied',
  limited: 'rate_limit: quota_exceeded',
  hang: 'timeout: attempt_timeout',
  stalled: 'timeout: attempt_timeout',
  reset: 'network: network_error',
  redirected: 'invalid_response: unexpected_status',
  malformed: 'invalid_response: malformed_json',
  aborted: 'aborted: aborted',
  closed: 'network: not_connected',
  faulty: 'configuration: faulty_fetch',
  wrongKey: 'configuration: wrong_api_key',
}

/** A runtime: where its binary is, and how it runs a file. */
interface Runtime {
  readonly binary: string
  readonly args: readonly string[]
}

// Bun and workerd have names of their own for an architecture.
const bunPlatform = platform.replace('arm64', 'aarch64')
const workerdPlatform = platform.replace('x64', '64')
const runtimes: Readonly<Record<string, Runtime>> = {
  'Node 20': { binary: installed(`node-20-${platform}/bin/node`), args: [] },
  'Node 22': { binary: installed(`node-22-${platform}/bin/node`), args: [] },
  'Node 24': { binary: join(root, `node_modules/node-${platform}/bin/node`), args: [] },
  Bun: { binary: installed(`@oven/bun-${bunPlatform}/bin/bun`), args: ['run'] },
  Deno: {
    binary: installed(`@deno/${platform}-glibc/deno`),
    args: ['run', '--no-config', '--node-modules-dir=manual', '--allow-net=127.0.0.1', '--allow-env=INPUT'],
  },
}
const workerd = installed(`@cloudflare/workerd-${workerdPlatform}/bin/workerd`)

prepareProject()
await using service = await startDemoService()
await using hostile = await startHostileService()
const { affiliate: affiliateKey, workspace: workspaceKey } = service.keys
const input = JSON.stringify({
  baseUrl: service.baseUrl,
  hostileUrl: hostile.baseUrl,
  affiliateKey,
  workspaceKey,
})

for (const [name, { binary, args }] of Object.entries(runtimes)) {
  await check(name, binary, () => print(binary, [...args, 'main.mjs']))
}
// Their fetch tells no reason of a failure: whether a request was sent cannot be known.
const withoutReason = { closed: 'network: network_error' }
await check('workerd', workerd, serveByWorkerd, withoutReason)

await testByVitest('jsdom')
await testByVitest('happy-dom', withoutReason)

const packed = packEverything(root, join(project, 'archives'))
for (const [name, { binary }] of Object.entries(runtimes)) {
  if (!name.startsWith('Node') || !existsSync(binary)) continue
  const found = await checkInstall(binary, packed, join(project, 'stranger'))
  process.stdout.write(`installs ${name}: ${found}\n`)
}

async function testByVitest(environment: string, differences = {}): Promise<void> {
  const options = ['run', '--config=document.config.js', `--environment=${environment}`]
  const settings = { EXPECTED: JSON.stringify({ ...expected, ...differences }) }
  await print(process.execPath, [installed('vitest/vitest.mjs'), ...options], settings)
  process.stdout.write(`runs     vitest with ${environment}\n`)
}

async function check(
  name: string,
  binary: string,
  run: () => Promise<string>,
  differences = {},
): Promise<void> {
  if (!existsSync(binary)) {
    process.stdout.write(`skipped  ${name}: there is no package of it for ${platform}\n`)
    return
  }
  assert.deepEqual(JSON.parse(await run()), { ...expected, ...differences }, name)
  process.stdout.write(`runs     ${name}\n`)
}

function print(binary: string, args: readonly string[], settings = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: project, INPUT: input, NO_COLOR: '1', ...settings }
  return new Promise((resolve, reject) => {
    execFile(binary, args, { cwd: project, env, timeout: 60_000 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stdout}${stderr}`, { cause: error })),
    )
  })
}

async function serveByWorkerd(): Promise<string> {
  const conditions = ['workerd', 'import']
  await build({
    entryPoints: [join(project, 'worker.mjs')],
    outfile: join(project, 'bundle.js'),
    bundle: true,
    format: 'iife',
    conditions,
  })
  const port = await findFreePort()
  writeFileSync(join(project, 'config.capnp'), describeWorker(port))
  const child = spawn(workerd, ['serve', 'config.capnp'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    for (let tries = 0; ; tries += 1) {
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: input }).catch(
        () => undefined,
      )
      if (response !== undefined) return await response.text()
      if (tries === 100) throw new Error('workerd does not listen.')
      await sleep(100)
    }
  } finally {
    child.kill()
  }
}

function describeWorker(port: number): string {
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  serviceWorkerScript = embed "bundle.js",
  compatibilityDate = "2026-01-01",
);
`
}

// As a stranger has it: the packed archives in an empty project.
function prepareProject(): void {
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(project, { recursive: true, force: true })
  const scope = join(project, 'node_modules/@affiliate-platform')
  mkdirSync(scope, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['run', 'build', '-w', 'packages/contract', '-w', 'packages/sdk'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const name of ['contract', 'sdk']) {
    const args = [
      'pack',
      '--loglevel=error',
      '--pack-destination',
      project,
      '-w',
      `@affiliate-platform/${name}`,
    ]
    const archive = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
    mkdirSync(join(scope, name))
    execFileSync('tar', ['-xzf', join(project, archive), '--strip-components=1', '-C', join(scope, name)])
  }
  for (const name of ['zod', 'msw'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  for (const file of ['program.mjs', 'main.mjs', 'worker.mjs', 'document.config.js', 'document.test.mjs'])
    cpSync(join(folder, file), join(project, file))
}
