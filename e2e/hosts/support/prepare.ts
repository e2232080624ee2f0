import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addRecipes } from './add-recipes.ts'
import { folder } from './folder.ts'

const root = resolve(folder, '../..')
const modules = resolve(folder, 'node_modules')

/** What a Shopify app installs of ours. */
const packages = ['contract', 'sdk', 'shopify-recipes']

const remix = join(modules, '@remix-run/dev/dist/cli.js')
const reactRouter = join(modules, '@react-router/dev/bin.js')

/** Prepares what the tests run: the hosts installed, our packages as npm serves them, and every app built. */
export default function prepare(): void {
  install()
  for (const name of packages) unpack(name)
  const build = (app: string, command: readonly string[], env = {}) =>
    run(process.execPath, command, { cwd: resolve(folder, 'apps', app), env })
  build('remix', [remix, 'vite:build'], { SINGLE_FETCH: 'false', BUILD_DIRECTORY: 'build/polyfilled' })
  build('remix', [remix, 'vite:build'], { SINGLE_FETCH: 'true', BUILD_DIRECTORY: 'build/native' })
  build('react-router', [reactRouter, 'build'])
  build('worker', ['build.js'])
  addRecipes()
}

/** `npm ci`, unless the folder holds what the lockfile says. Our own packages are built in either case. */
function install(): void {
  run('npx', ['turbo', 'run', 'build', '--filter=@affiliate-platform/shopify-recipes'], { cwd: root })
  const stamp = join(modules, '.installed')
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  run('npm', ['ci', '--loglevel=error'], { cwd: folder })
  writeFileSync(stamp, hash)
}

/** Installs a package of ours from the tarball that would be published. */
function unpack(name: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'packed-'))
  run('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: resolve(root, 'packages', name) })
  // Not beside the hosts' other modules: the tests themselves take the sources.
  const target = resolve(folder, 'apps/node_modules/@affiliate-platform', name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const { version, dependencies = {} } = readManifest(resolve(root, 'packages', name))
  const tarball = join(packed, `affiliate-platform-${name}-${version}.tgz`)
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target], { cwd: packed })
  rmSync(packed, { recursive: true })
  checkDependencies(name, dependencies)
}

/** A tarball brings no dependencies: the hosts' own manifest has to name the same ones. */
function checkDependencies(name: string, dependencies: Readonly<Record<string, string>>): void {
  for (const [dependency, version] of Object.entries(dependencies)) {
    if (dependency.startsWith('@affiliate-platform/')) continue
    const installed = readManifest(join(modules, dependency)).version
    if (installed !== version) {
      throw new Error(`${name} needs ${dependency} ${version}: put it into e2e/hosts/package.json.`)
    }
  }
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
}

function run(
  command: string,
  values: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): void {
  // Vitest's own mode must not reach what is built here.
  execFileSync(command, values, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
