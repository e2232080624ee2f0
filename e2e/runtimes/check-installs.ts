import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A published package, packed. */
interface Packed {
  readonly name: string
  readonly archive: string
  /** The oldest Node that it promises to run on. */
  readonly node: readonly [number, number]
  readonly specifiers: readonly string[]
  readonly optionalPeers: readonly string[]
}

const quietly: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit']

/** Builds and packs every published package into a folder. */
export function packEverything(root: string, folder: string): readonly Packed[] {
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: quietly })
  mkdirSync(folder, { recursive: true })
  return globSync('packages/*/package.json', { cwd: root }).map((file) => {
    const {
      name,
      exports,
      engines,
      peerDependenciesMeta = {},
    } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const args = ['pack', '--loglevel=error', '--pack-destination', folder, '-w', name]
    const archive = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
    const [, major = '0', minor = '0'] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? []
    return {
      name,
      archive: join(folder, archive),
      node: [Number(major), Number(minor)],
      specifiers: Object.keys(exports).flatMap((path) => (path.endsWith('.json') ? [] : [join(name, path)])),
      optionalPeers: Object.keys(peerDependenciesMeta),
    }
  })
}

/**
 * Installs into an empty project the packages that promise to run on a Node, as a stranger who insists on the engines would, and
 * imports all that each of them exports. Where the operator's command is among them, it starts.
 *
 * @param binary - of that Node
 * @returns what was imported, and what starts only beside an optional package that is not there
 */
export async function checkInstall(
  binary: string,
  packed: readonly Packed[],
  project: string,
): Promise<string> {
  const [, major = '0', minor = '0'] = /^v(\d+)\.(\d+)/.exec(run(binary, ['--version'])) ?? []
  const fitting = packed.filter(
    ({ node }) => node[0] < Number(major) || (node[0] === Number(major) && node[1] <= Number(minor)),
  )
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(project, 'import.mjs'), importing)
  const npm = process.env['npm_execpath']
  assert(npm, 'npm runs this program: npm run test:runtimes')
  const archives = fitting.map(({ archive }) => archive)
  const flags = ['--engine-strict', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  run(binary, [npm, 'install', ...flags, ...archives], project)
  const outcomes = fitting.flatMap(({ specifiers, optionalPeers }) =>
    specifiers.map((specifier) => run(binary, ['import.mjs', specifier, ...optionalPeers], project).trim()),
  )
  const starts = fitting.some(({ name }) => name.endsWith('/operator'))
  if (starts) await startCommand(binary, project)
  const waiting = outcomes.filter((outcome) => outcome !== 'imported')
  return `${fitting.length} packages, ${outcomes.length} entries${waiting.length > 0 ? ` (${waiting.join(', ')})` : ''}${starts ? ', affiliate-service' : ''}`
}

const importing = `
const [specifier, ...optionalPeers] = process.argv.slice(2)
try {
  await import(specifier)
  console.log('imported')
} catch (error) {
  const missing = /Cannot find package '([^']+)'/.exec(error.message)?.[1]
  if (!optionalPeers.includes(missing)) throw error
  console.log(specifier + ' asks for ' + missing)
}
`

async function startCommand(binary: string, project: string): Promise<void> {
  const command = join(project, 'node_modules/@affiliate-platform/operator/bin/affiliate-service.js')
  const child = spawn(binary, [command, 'dev', '--ephemeral', '--json', '--port', '0'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { value } = await lines.next()
    assert(value !== undefined, 'affiliate-service dev ended before it was ready')
    const response = await fetch(`${JSON.parse(value).baseUrl}/readyz`)
    assert.equal(response.status, 200)
  } finally {
    child.kill()
  }
  assert.deepEqual(await ended, [0, null])
}

function run(binary: string, args: readonly string[], cwd?: string): string {
  return execFileSync(binary, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
