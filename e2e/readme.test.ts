import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp, type RunningServer, startServer } from '@affiliate-platform/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const samples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, sample = '']) => sample)

let database: Database
let server: RunningServer
let env: Record<string, string>

beforeAll(async () => {
  database = await openDatabase({ inMemory: true })
  await migrate(database)
  const { keys } = await seedDemo(database)
  server = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })
  env = { AFFILIATE_BASE_URL: server.baseUrl, AFFILIATE_API_KEY: keys.affiliate }
})

afterAll(async () => {
  await server.stop(1000)
  await database.close()
})

test('runs the client sample of the README against the service', async () => {
  const [sample = ''] = samples
  const flags = [
    '--conditions=@affiliate-platform/source',
    '--input-type=module-typescript',
    '--eval',
    sample,
  ]

  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, {
    cwd: import.meta.dirname,
    env,
  })

  expect(stderr).toBe('')
  expect(stdout.trim().split('\n').length).toBeGreaterThan(10)
  expect(stdout).toMatch(/^(?:Bright Partners|Agency Circle|חברים לדרך!) KWD/m)
  expect(samples).toHaveLength(1)
})
