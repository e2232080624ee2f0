import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { runHostBattery } from '../support/host-battery.ts'

const folder = fileURLToPath(new URL('../..', import.meta.url))

// What `remix-serve` does before it loads an app that has not set `v3_singleFetch`.
const program = `
  import { installGlobals } from '@remix-run/node'
  installGlobals({ nativeFetch: false })
  const { runHostBattery } = await import('./test/support/host-battery.ts')
  process.stdout.write(JSON.stringify(await runHostBattery()))`

type Battery = Awaited<ReturnType<typeof runHostBattery>>

let native: Battery
let polyfilled: Battery

beforeAll(async () => {
  // One after the other: a host that waits for its processor reports a timeout where the other has a response.
  native = await runHostBattery()
  polyfilled = await runOnPolyfills()
})

async function runOnPolyfills(): Promise<Battery> {
  const words = [
    '--no-warnings',
    '--conditions=@affiliate-platform/source',
    '--input-type=module',
    '--eval',
    program,
  ]
  const child = spawn(process.execPath, words, { cwd: folder })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

it('outlives every failure of the platform where the host has replaced fetch [4.4-2]', () => {
  expect(polyfilled.installs).toEqual(JSON.parse(JSON.stringify(native.installs)))
  expect(polyfilled.installs).toMatchObject({
    works: { outcome: 'identified', receiptId: 'rec-1' },
    hangs: { outcome: 'failed', code: 'timeout' },
    drips: { outcome: 'failed', code: 'timeout' },
    resets: { outcome: 'failed', code: 'network_error' },
    'sends 40 MB': { outcome: 'failed', code: 'response_too_large' },
    redirects: { outcome: 'failed', code: 'unexpected_status', status: 302 },
    'rejects the key': { outcome: 'failed', code: 'invalid_credential', status: 401 },
  })
})

it('forwards uninstalls there as anywhere else [4.4-3] [D39]', () => {
  expect(polyfilled.forwards).toEqual(JSON.parse(JSON.stringify(native.forwards)))
  expect(polyfilled.forwards['hangs']).toMatchObject([
    { outcome: 'forward_failed', code: 'timeout' },
    { outcome: 'handled' },
    { status: 200 },
  ])
})

it('sends the responses there, byte by byte, that it sends anywhere else [4.4-5] [5-7] [D81]', () => {
  expect(polyfilled.responses).toEqual(JSON.parse(JSON.stringify(native.responses)))
  const statuses = polyfilled.responses.map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 401, 401, 405, 413, 404, 400, 500, 200, 400, 401, 405, 503])
  expect(Object.keys(JSON.parse(polyfilled.responses[9]?.body ?? ''))).toHaveLength(11)
})

it('ends other calls of the SDK there with the errors of anywhere else [D50]', () => {
  expect(polyfilled.savedTerms).toEqual(JSON.parse(JSON.stringify(native.savedTerms)))
  expect(polyfilled.savedTerms['hangs']).toMatchObject({ name: 'TimeoutError' })
})
