import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('who is invited, on a real Postgres', () => {
  let line: CommandLine
  let program: string

  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    const app = await line.value('apps create --name App')
    program = await line.value(`programs create --app ${app} --name Partners`)
  })

  test('joins a group of a program, is listed, and let go before they have signed in [D458]', async () => {
    const group = await line.value(`groups create --program ${program} --name Agencies`)
    const send = `invitations send --program Partners --email Mia@members.example`
    const member = await line.value(`${send} --group ${group} --as ada --name`, 'Mia E.')
    expect(await line.json(`memberships people ${member}`)).toMatchObject({
      people: [{ email: 'mia@members.example', name: 'Mia E.' }],
    })
    expect(await line.json('mail list')).toMatchObject([{ kind: 'member_invitation' }])
    const again = await line.run(`${send} --group ${group} --name Mia`)
    expect([again.stdout.trim(), again.stderr]).toEqual([member, expect.stringContaining('invited before')])
    expect(await line.json('mail list')).toHaveLength(1)
    expect(await line.rejection(`${send} --name Mia`, 1)).toContain(
      'acts for a member of the program already',
    )
    const listed = (await line.json(`invitations list --program ${program}`)) as { readonly id: string }[]
    expect(listed).toMatchObject([{ name: 'Mia E.', groupName: 'Agencies', actor: 'operator:ada' }])
    const id = listed[0]?.id
    const withdrawn = await line.run(`invitations withdraw ${id} --as ada`)
    expect(withdrawn.stderr).toContain(
      'The link of Mia E. opens nothing any more. Their membership is closed.',
    )
    expect(await line.rejection(`invitations withdraw ${id}`, 1)).toContain('They have signed in since')
    expect(await line.json('invitations list')).toEqual([])
    await line.value(`programs close ${program} --reason`, 'The app was sold')
    expect(await line.rejection(`${send} --name Mia`, 1)).toContain('programs reopen')
  })
})
