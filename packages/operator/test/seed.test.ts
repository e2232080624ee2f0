import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CommandLine,
  createCommandLine,
  createEmptyDatabase,
  createEmptyPlatform,
} from './command-line.ts'

test('puts the demo into no database that is not named [D47]', async () => {
  expect(await createCommandLine({}).rejection('seed', 2)).toBe(
    'Name the database for the demo: --data-dir or DATABASE_URL.\n',
  )
})

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let line: CommandLine

  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
  })

  test('asks for migrations first', async () => {
    expect(await line.rejection('seed', 1)).toContain('Run affiliate-service migrate first.')
  })

  test('prints keys, ids and shops, and the same ones again', async () => {
    await line.value('migrate')

    const demo = Object(await line.json('seed'))
    expect(Object.keys(demo)).toEqual(['keys', 'ids', 'shops'])
    const { stdout } = await line.run('seed')
    expect(stdout).toMatch(/^name +value\naffiliate +aff_affiliate_/)
    expect(stdout).toContain(demo.ids.membershipId)
    const workspaces = Object(await line.json('workspaces list'))
    const names = workspaces.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['Another workspace', 'Bright Reviews', 'Stress test'])
  })

  test('does not mix the demo with data of your own [D47]', async () => {
    const own = await createEmptyPlatform()
    await own.value('workspaces create --name Own')

    expect(await own.rejection('seed', 1)).toContain('Give the demo a database of its own.')
    expect(await own.json('workspaces list')).toHaveLength(1)
  })
})
