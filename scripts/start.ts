// `npm start`: the service, and beside it the example app that uses it. Flags go to the service.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import './end-with-parent.ts'

const root = join(import.meta.dirname, '..')
const nodeFlags = [
  '--conditions=@affiliate-platform/source',
  `--import=${pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts'))}`,
]
const flags = process.argv.slice(2)
// From the second start on, nothing of the sources has to be stripped of its types and compiled again.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/affiliate-platform/compiled')

// These print what a program reads, or nothing that an app could use: the service runs alone.
const isServiceAlone = flags.some((flag) => ['--json', '--help', '-h'].includes(flag))

// The processes that are still running.
const children = new Set<ChildProcess>()
let isStopping = false

// The example's shops are known to both: the app installs itself in them, the service reads them with its tokens.
const simulatorPort = await findFreePort()
const shops = isServiceAlone ? [] : ['--shopify-simulator', `http://127.0.0.1:${simulatorPort}`]
const service = start(
  'packages/operator/src/main.ts',
  ['dev', ...shops, ...flags],
  isServiceAlone ? 'inherit' : 'pipe',
)
// Ready at once, unless it was changed or never built: then beside the service, whose start waits for nothing.
if (!isServiceAlone) start('packages/console/scripts/prepare-console.ts', [], 'inherit')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// Neither a fault of this process nor a reader that went away leaves the others behind.
process.on('exit', stop)
process.stdout.on('error', stop)
if (service.stdout !== null) startAppWhenReady(service.stdout)

const [code] = await once(service, 'exit')
stop()
await Promise.all([...children].map((child) => once(child, 'exit')))
process.exitCode = typeof code === 'number' ? code : 1

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a script in this process group: whatever ends the group ends it too. */
function start(
  script: string,
  args: readonly string[],
  stdout: 'inherit' | 'pipe',
  env = process.env,
): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, join(root, script), ...args], {
    stdio: ['inherit', stdout, 'inherit'],
    env,
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

// Ctrl-C has reached the children as well; to them a second signal of the same kind would mean at once.
function stop(): void {
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

/** Passes on what the service prints, and starts the app with the settings among it. */
function startAppWhenReady(stdout: NodeJS.ReadableStream): void {
  let printed = ''
  const read = (text: string) => {
    printed += text
    // Its last line: until then settings may be missing.
    if (!printed.includes('Ctrl-C stops')) return
    stdout.off('data', read)
    startApp(readExports(printed))
  }
  stdout.setEncoding('utf8').on('data', read).pipe(process.stdout)
}

/** The settings that the service prints as `export` lines, for a person to paste. */
function readExports(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/export (\w+)='([^']*)'/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function startApp(settings: Readonly<Record<string, string>>): void {
  const app = start('examples/remix-app/demo/start.ts', [], 'inherit', {
    ...process.env,
    ...settings,
    SIMULATOR_PORT: String(simulatorPort),
  })
  app.once('exit', (appCode) => {
    if (isStopping) return
    process.stderr.write(`\nThe example app ended (${appCode ?? 'by a signal'}). The service goes on.\n`)
  })
}
