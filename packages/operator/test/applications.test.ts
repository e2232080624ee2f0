import { apply } from '@affiliate-platform/platform/applications'
import { openDatabase } from '@affiliate-platform/platform/database'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('who applies, on a real Postgres', () => {
  let line: CommandLine
  let databaseUrl: string
  let workspaceId: string
  let programId: string

  beforeAll(async () => {
    databaseUrl = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: databaseUrl })
    await line.value('migrate')
    workspaceId = await line.value('workspaces create --name Ours')
    const app = await line.value('apps create --name App')
    programId = await line.value(`programs create --app ${app} --name Partners`)
  })

  const applyAs = async (name: string) => {
    const database = await openDatabase({ url: databaseUrl })
    const email = `${name}@applicants.example`.toLowerCase()
    await apply(database, { workspaceId, programId, email, name, words: 'A blog' })
    await database.close()
  }

  test('is listed, approved into a group or declined with a reason, and once [D461]', async () => {
    await applyAs('Early')
    expect(await line.json('applications list')).toEqual([])
    expect(await line.rejection(`programs update ${programId}`, 2)).toContain('--public-page')
    const opened = await line.run(`programs update ${programId} --public-page --as ada`)
    expect(opened.stderr).toContain(`Its public page is /portal/join/${programId}.`)
    await applyAs('Lea')
    await applyAs('Kim')
    const listed = (await line.json(`applications list --program ${programId} --state open`)) as {
      readonly id: string
      readonly name: string
    }[]
    expect(listed.map(({ name }) => name)).toEqual(['Kim', 'Lea'])
    const [kim, lea] = listed.map(({ id }) => id)
    const group = await line.value(`groups create --program ${programId} --name Agencies`)
    const member = await line.value(`applications approve ${lea} --group ${group} --as ada`)
    expect(await line.json(`memberships people ${member}`)).toMatchObject({
      people: [{ email: 'lea@applicants.example' }],
    })
    expect(await line.rejection(`applications approve ${lea}`, 1)).toContain('decided already')
    expect(await line.rejection(`applications decline ${kim}`, 2)).toContain('--reason')
    await line.value(`applications decline ${kim} --as ada --reason`, 'no audience')
    expect(await line.json('applications list --state declined')).toMatchObject([
      { name: 'Kim', reason: 'no audience', actor: 'operator:ada', membershipId: null },
    ])
    expect(await line.json('mail list')).toHaveLength(4)
    const shut = await line.run(`programs update ${programId} --no-public-page`)
    expect(shut.stderr).toContain('It has no public page.')
    await applyAs('Late')
    expect(await line.json('applications list --state open')).toEqual([])
  })
})
