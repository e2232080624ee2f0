import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('on the demo in a real Postgres', () => {
  let line: CommandLine
  let list: string

  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createPostgresCopy() })
    const { ids } = Object(await line.json('seed'))
    list = `payouts list --workspace ${ids.workspaceId} --app ${ids.appId}`
  })

  test('walks all 1,037 payouts in two lists, each longer than a page of the interface', async () => {
    const first = Object(await line.json(`${list} --limit 1000`))
    const rest = Object(await line.json(`${list} --limit 1000 --after ${first.at(-1).id}`))

    const ids = [...first, ...rest].map(({ id }) => id)
    expect([first.length, rest.length]).toEqual([1000, 37])
    expect(new Set(ids).size).toBe(1037)
  })

  test('lists nothing that --to leaves out, whatever row it goes on after', async () => {
    const before = `${list} --to 2025-07-31 --limit 1`
    const [newest] = Object(await line.json(`${list} --limit 1`))

    expect(newest.createdAt > '2025-08').toBe(true)
    expect(await line.json(`${before} --after ${newest.id}`)).toEqual(await line.json(before))
  })

  test('asks which app is meant', async () => {
    const withoutApp = list.replace(/ --app .*/, '')
    expect(await line.rejection(withoutApp, 1)).toContain('several apps: choose one with --app.')
  })
})
