import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('what members share, on a real Postgres', () => {
  let line: CommandLine

  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    const app = await line.value('apps create --name App')
    await line.value(`programs create --app ${app} --name Partners`)
  })

  test('is added, changed, listed and removed, and the audit says by whom [D466]', async () => {
    const add = 'materials add --program Partners --as ada --title Description'
    expect(await line.rejection(add, 2)).toContain('--text, a --url, or both')
    const id = await line.value(`${add} --text`, 'Reviews\nthat shoppers believe.')
    expect(await line.rejection(`${add} --url http://example.com/`, 2)).toContain('begins with https://')
    const logo = await line.value('materials add --program Partners --title Logo --url https://example.com/l')
    const list = () => line.json('materials list --program Partners')
    expect(await list()).toMatchObject([
      { id, title: 'Description', words: 'Reviews\nthat shoppers believe.', url: null },
      { id: logo, title: 'Logo', words: null, url: 'https://example.com/l' },
    ])
    expect(await line.json('materials list --program Partners --limit 1')).toMatchObject([{ id }])
    expect(await line.json(`materials list --program Partners --after ${id}`)).toMatchObject([{ id: logo }])
    expect(await line.rejection(`materials update ${id}`, 2)).toContain('Say what to change')
    expect(await line.rejection(`materials update ${id} --no-text`, 1)).toContain('--text, a --url, or both')
    const updated = await line.run(`materials update ${id} --no-text --url https://example.com/d --as ada`)
    expect(updated.stderr).toContain('Members see the new Description in the portal.')
    expect(await list()).toMatchObject([{ words: null, url: 'https://example.com/d' }, {}])
    await line.value(`materials remove ${id} --as ada`)
    expect(await list()).toMatchObject([{ id: logo }])
    expect(await line.rejection(`materials update ${id} --title Late`, 1)).toContain('it was removed')
    const entries = (await line.json('audit list --subject material --actor operator:ada')) as object[]
    expect(entries.map((entry) => Reflect.get(entry, 'action'))).toEqual(['change', 'change', 'create'])
  })
})
