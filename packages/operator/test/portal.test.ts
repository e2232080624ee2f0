import { openDatabase } from '@affiliate-platform/platform/database'
import { createSignInSearch, useSignInLink } from '@affiliate-platform/platform/people'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const url = 'https://affiliates.example.com'
const email = 'mia@example.com'

describe.runIf(enginesAtHand.includes('postgres'))('who acts for a member, on a real Postgres', () => {
  let line: CommandLine
  let databaseUrl: string
  let member: string

  beforeAll(async () => {
    databaseUrl = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: databaseUrl })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('accounts invite ada@example.com --role owner --name Ada')
    const app = await line.value('apps create --name App')
    const program = await line.value(`programs create --app ${app} --name Program`)
    member = await line.value(`memberships create --program ${program} --name Harbour`)
  })

  test('is invited once, signed in by a link of the portal, and let go again [D440]', async () => {
    const link = `memberships link ${member} --email ${email} --url ${url}`
    expect(await line.rejection(link, 1)).toContain('memberships people')
    const mia = await line.value(
      `memberships invite ${member} --email Mia@Example.com --as ada --name`,
      'Mia E.',
    )
    const again = `memberships invite ${member} --email ${email} --name Somebody --mail`
    expect((await line.run(again)).stderr).toContain('Mia E. acts for the membership already.')
    expect(await line.json(`memberships people ${member}`)).toMatchObject({
      people: [{ id: mia, email, name: 'Mia E.' }],
    })
    expect(await line.json('accounts list')).toMatchObject([{ name: 'Ada' }, { name: 'Mia E.', role: null }])
    expect(await line.json('audit list --subject membership_person')).toMatchObject([{ subjectId: member }])

    const printed = new URL(await line.value(link))
    expect(`${printed.origin}${printed.pathname}`).toBe(`${url}/portal/sign-in`)
    const database = await openDatabase({ url: databaseUrl })
    const found = await createSignInSearch(database)(printed.hash.slice(1))
    expect(found && (await useSignInLink(database, found))).toBeUndefined()
    expect(found && (await useSignInLink(database, found, 'member'))?.token).toMatch(/^aff_member_session_/)
    await database.close()

    await line.value(`memberships mail-link ${member} --email ${email}`)
    await line.value(`memberships remove-person ${member} --email ${email} --as ada`)
    for (const command of ['mail-link', 'remove-person']) {
      expect(await line.rejection(`memberships ${command} ${member} --email ${email}`, 1)).toContain(
        'memberships people',
      )
    }
    expect((await line.run(`memberships people ${member}`)).stderr).toContain('memberships invite')
  })
})
