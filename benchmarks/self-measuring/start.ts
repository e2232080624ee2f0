import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listenOnFreePort } from '../programs/listen.ts'
import type { StartWork } from './work.ts'

const service = fileURLToPath(new URL('.', import.meta.resolve('@affiliate-platform/operator/package.json')))
const built = join(service, 'dist/main.js')
const sources = join(service, 'src/main.ts')

/**
 * The service's own command, from its start to its first good `/readyz`. Variants: `postgres` and `embedded`, run from
 * what was built; `/sources` after it runs a checkout's sources.
 */
export const start: StartWork = async ({ variant, databaseUrl }) => {
  const [engine, from] = variant.split('/')
  const command = from === 'sources' ? ['--conditions=@affiliate-platform/source', sources] : [built]
  if (from !== 'sources' && !existsSync(built)) throw new Error('Run `npm run build` first.')
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-benchmark-'))
  const data = engine === 'embedded' ? ['--data-dir', folder] : []
  const environment = {
    ...process.env,
    LOG_LEVEL: 'warn',
    ...(engine === 'postgres' && { DATABASE_URL: databaseUrl }),
  }
  const run = (args: readonly string[]) =>
    spawn(process.execPath, [...command, ...args, ...data], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  await expectEnd(run(['migrate']))
  return {
    async runSlice() {
      const port = await findFreePort()
      const startMs = performance.now()
      const child = run(['serve', '--port', String(port)])
      await waitUntilReady(`http://127.0.0.1:${port}/readyz`, child)
      const readyMs = performance.now() - startMs
      await sleep(500)
      const idleMegabytes = readMemoryBytes(child.pid ?? 0) / 1e6
      child.kill('SIGTERM')
      await expectEnd(child)
      return { readyMs, idleMegabytes }
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The service ended.')
    const response = await fetch(url).catch(() => undefined)
    if (response?.status === 200) return
    await sleep(2)
  }
}

async function expectEnd(child: ChildProcess): Promise<void> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`The service ended with ${code}.`)
}

function readMemoryBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnFreePort(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
