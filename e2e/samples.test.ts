import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import { seedDemo } from '@affiliate-platform/operator/demo'
import { issueSetupCode } from '@affiliate-platform/platform/api-keys'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp, type RunningServer, startServer } from '@affiliate-platform/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)

interface Sample {
  readonly operation: string
  readonly label: string
  readonly source: string
}

const samples: readonly Sample[] = Object.values(createOpenApiDocument().paths ?? {})
  .flatMap((item) => Object.values(item))
  .flatMap((operation) =>
    operation['x-codeSamples'].map((sample: Omit<Sample, 'operation'>) => ({
      operation: operation.operationId,
      ...sample,
    })),
  )

let database: Database
let server: RunningServer
let env: Record<string, string>
let records: Readonly<Record<string, string>>

beforeAll(async () => {
  database = await openDatabase({ inMemory: true })
  await migrate(database)
  const { keys, ids } = await seedDemo(database)
  server = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })
  env = {
    PATH: process.env['PATH'] ?? '',
    AFFILIATE_BASE_URL: server.baseUrl,
    AFFILIATE_API_KEY: keys.affiliate,
    AFFILIATE_WORKSPACE_API_KEY: keys.workspace,
    AFFILIATE_INSTALL_BRIDGE_KEY: keys.installBridge,
    AFFILIATE_MEMBERSHIP_ID: ids.membershipId,
    AFFILIATE_APP_ID: ids.appId,
    AFFILIATE_SETUP_CODE: (await issueSetupCode(database, ids))?.code ?? '',
  }
  records = { ...ids }
})

afterAll(async () => {
  await server.stop(1000)
  await database.close()
})

const programs: Readonly<Record<string, (source: string) => readonly [string, ...string[]]>> = {
  curl: (source) => ['sh', '-c', `${source.replace('curl -sS', 'curl -sS --fail-with-body')}`],
  TypeScript: (source) => [
    process.execPath,
    '--conditions=@affiliate-platform/source',
    '--input-type=module-typescript',
    '--eval',
    source,
  ],
}

test.each(samples)(
  'the $label sample of $operation runs against the service [D119]',
  async ({ label, source }) => {
    const [program = '', ...args] = programs[label]?.(source) ?? []
    const [, record = ''] = /\/(\w+)s\/\$ID/.exec(source) ?? []
    const ID = records[`${record}Id`] ?? ''
    const { stdout, stderr } = await run(program, args, { cwd: import.meta.dirname, env: { ...env, ID } })
    expect(stderr).toBe('')
    expect(stdout).not.toBe('')
  },
)
