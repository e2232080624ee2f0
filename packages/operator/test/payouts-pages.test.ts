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
    const first = await line.run(`${list} --limit 1000 --json`)
    const rest = await line.run(`${list} --limit 1000 --json --cursor ${readCursor(first.stderr)}`)

    const pages = [first, rest].map(({ stdout }): readonly { id: string }[] => JSON.parse(stdout))
    const ids = pages.flat().map(({ id }) => id)
    expect(pages.map(({ length }) => length)).toEqual([1000, 37])
    expect(rest.stderr).toBe('')
    expect(new Set(ids).size).toBe(1037)
  })

  test('goes on with the same app and filters alone, as the interface does [4.2-2] [D300]', async () => {
    const before = `${list} --to 2025-07-31 --limit 1`
    const cursor = readCursor((await line.run(before)).stderr)
    expect(await line.json(`${before} --cursor ${cursor}`)).toHaveLength(1)

    for (const other of [list, `${before} --status confirmed`]) {
      expect(await line.rejection(`${other} --cursor ${cursor}`, 2)).toContain('--cursor: ')
    }
  })

  /** What a list says to go on with. */
  const readCursor = (message: string): string | undefined =>
    /^There are more: continue with --cursor (\S+)\n$/.exec(message)?.[1]

  test('asks which app is meant', async () => {
    const withoutApp = list.replace(/ --app .*/, '')
    expect(await line.rejection(withoutApp, 1)).toContain('several apps: choose one with --app.')
  })
})
