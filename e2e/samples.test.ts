import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { issueSetupCode } from '@affiliate-platform/platform/api-keys'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { createApp, type RunningServer, startServer } from '@affiliate-platform/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
let ids: Demo['ids']

beforeAll(async () => {
  database = await openDatabase({ inMemory: true })
  await migrate(database)
  const demo = await seedDemo(database)
  const { keys } = demo
  ids = demo.ids
  server = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })
  env = {
    PATH: process.env['PATH'] ?? '',
    AFFILIATE_BASE_URL: server.baseUrl,
    AFFILIATE_API_KEY: keys.affiliate,
    AFFILIATE_WORKSPACE_API_KEY: keys.workspace,
    AFFILIATE_INSTALL_BRIDGE_KEY: keys.installBridge,
    AFFILIATE_MEMBERSHIP_ID: ids.membershipId,
    AFFILIATE_APP_ID: ids.appId,
  }
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
  Python: (source) => ['python3', '-c', source],
  Ruby: (source) => ['ruby', '-e', source],
  PHP: (source) => ['php', '-r', source.replace('<?php', '')],
}

const needs: Readonly<Record<string, string>> = { Python: 'python3', Ruby: 'ruby', PHP: 'php' }

describe.each(Object.keys(programs))('the %s sample', (label) => {
  const own = samples.filter((sample) => sample.label === label)
  const program = needs[label]
  const isMissing = program !== undefined && spawnSync(program, ['--version']).error !== undefined

  test.each(own)(
    'of $operation runs against the service [D119] [D489]',
    { skip: isMissing, meta: { needs: program ?? label } },
    async ({ operation, source }) => {
      const [file = '', ...args] = programs[label]?.(source) ?? []
      const record = operation.replace(/^[a-z]+/, '').toLowerCase()
      const ID = Object.entries(ids).find(([name]) => name === `${record}Id`)?.[1] ?? ''
      // It works once.
      const setup = await issueSetupCode(database, ids)
      const { stdout, stderr } = await run(file, args, {
        cwd: import.meta.dirname,
        env: { ...env, ID, AFFILIATE_SETUP_CODE: setup?.code ?? '' },
      })
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
    },
  )
})
