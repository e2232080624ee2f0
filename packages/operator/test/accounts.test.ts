import { randomBytes } from 'node:crypto'
import { openDatabase } from '@affiliate-platform/platform/database'
import {
  createSignInSearch,
  findAccountByEmail,
  insertPasskey,
  useSignInLink,
} from '@affiliate-platform/platform/people'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const url = 'https://affiliates.example.com'

describe.runIf(enginesAtHand.includes('postgres'))('the people of a workspace, on a real Postgres', () => {
  let line: CommandLine
  let databaseUrl: string

  beforeAll(async () => {
    databaseUrl = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: databaseUrl })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
  })

  test('are invited once, whatever the letters of their address [D339]', async () => {
    const ada = await line.value(
      'accounts invite Ada@Example.com --role owner --as mia --name',
      'Ada Example',
    )
    expect(await line.value('accounts invite ada@example.com --role owner --name Ada')).toBe(ada)
    await line.value('accounts invite finn@example.com --role finance --name Finn')
    expect(await line.rejection('accounts invite finn@example.com --role reader --name Finn', 1)).toContain(
      'is finance already',
    )
    expect(await line.json('accounts list')).toMatchObject([
      { email: 'ada@example.com', name: 'Ada Example', role: 'owner' },
      { email: 'finn@example.com', name: 'Finn', role: 'finance' },
    ])
    expect(await line.json('audit list --subject account_role --actor operator:mia')).toMatchObject([
      { action: 'create', subjectId: ada },
    ])
    expect(await line.rejection('accounts invite ada --role owner --name Ada', 2)).toContain('e-mail address')
    expect(await line.rejection('accounts invite a@b.example --role boss --name A', 2)).toContain(
      'One of owner,',
    )
  })

  test('keep one owner, and get and lose their roles [D339]', async () => {
    expect(await line.rejection('accounts revoke ada@example.com', 1)).toContain('at least one owner')
    expect(await line.rejection('accounts grant ada@example.com --role reader', 1)).toContain(
      'at least one owner',
    )
    expect(await line.rejection('accounts grant nobody@example.com --role reader', 1)).toContain(
      'accounts list',
    )
    await line.value('accounts grant finn@example.com --role owner')
    await line.value('accounts revoke ada@example.com')
    expect((await line.run('accounts revoke ada@example.com')).stderr).toContain('Nothing was changed.')
    expect(await line.rejection(`accounts link ada@example.com --url ${url}`, 1)).toContain('accounts grant')
    await line.value('accounts grant ada@example.com --role reader')
  })

  test('get a link that no log sees, and are signed out everywhere [D339]', async () => {
    const link = new URL(await line.value(`accounts link finn@example.com --url ${url}`))
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${url}/console/sign-in`)
    const database = await openDatabase({ url: databaseUrl })
    const found = await createSignInSearch(database)(link.hash.slice(1))
    expect(found && (await useSignInLink(database, found))?.token).toMatch(/^aff_session_/)
    expect(found && (await useSignInLink(database, found))).toBeUndefined()
    await database.close()
    const ended = (await line.run('accounts end-sessions finn@example.com')).stderr
    expect(ended).toContain('1 session of Finn ended, 0 passkeys removed.')
    expect((await line.run('accounts end-sessions finn@example.com')).stderr).toContain('0 sessions')
  })

  test('lose a passkey, one or all of a person, and keep those of others [D343]', async () => {
    const [workspace] = (await line.json('workspaces list')) as readonly { readonly id: string }[]
    const workspaceId = workspace?.id ?? ''
    const database = await openDatabase({ url: databaseUrl })
    const addTo = async (email: string, name: string) => {
      const account = await findAccountByEmail(database, workspaceId, email)
      const id = crypto.randomUUID()
      await insertPasskey(database, {
        ...{ workspaceId, id, accountId: account?.id ?? '', audience: 'operator' },
        ...{ name, counter: 0, transports: [] },
        ...{ credentialId: randomBytes(32), publicKey: randomBytes(77), challengedAt: new Date() },
      })
      return id
    }
    const laptop = await addTo('finn@example.com', 'Laptop')
    await addTo('finn@example.com', 'Phone')
    await addTo('ada@example.com', 'Desk')
    const finn = await findAccountByEmail(database, workspaceId, 'finn@example.com')
    await database.close()
    const namesOf = async (flags = '') =>
      ((await line.json(`accounts passkeys ${flags}`.trim())) as readonly { readonly name: string }[])
        .map(({ name }) => name)
        .toSorted()
    expect(await namesOf()).toEqual(['Desk', 'Laptop', 'Phone'])
    expect(await namesOf('--email finn@example.com')).toEqual(['Laptop', 'Phone'])
    const others = `accounts remove-passkey ada@example.com --passkey ${laptop}`
    expect(await line.rejection(others, 1)).toContain('no such passkey')
    const removed = await line.run(`accounts remove-passkey finn@example.com --passkey ${laptop} --as mia`)
    expect(removed.stderr).toContain('The passkey Laptop of Finn was removed.')
    expect(await namesOf('--email finn@example.com')).toEqual(['Phone'])
    expect(await line.json('audit list --subject passkey --actor operator:mia')).toMatchObject([
      { action: 'change', subjectId: finn?.id },
    ])
    const ended = (await line.run('accounts end-sessions finn@example.com')).stderr
    expect(ended).toContain('0 sessions of Finn ended, 1 passkey removed.')
    expect(await namesOf()).toEqual(['Desk'])
  })
  test('whose address was lost get another one later, unless it is stopped [D453]', async () => {
    const change = 'accounts change-address finn@example.com --as mia --reason called --to'
    expect(await line.rejection(`${change} ada@example.com`, 1)).toContain('Somebody else has this address')
    expect(await line.rejection(`${change} Finn@Example.com`, 1)).toContain('have this address already')
    expect(await line.rejection(`${change} nobody`, 2)).toContain('e-mail address')
    const nobody = change.replace('finn@', 'nobody@')
    expect(await line.rejection(`${nobody} kim@example.com`, 1)).toContain('accounts list')
    expect((await line.run('accounts addresses finn@example.com')).stderr).toContain('never changed')
    expect((await line.run(`${change} finn@example.org`)).stderr).toMatch(
      /sends finn@example\.org a link.+Finn signs in with finn@example\.org from \S+ on/,
    )
    const listed = 'accounts addresses finn@example.com'
    expect(await line.json(listed)).toMatchObject({
      changes: [{ email: 'finn@example.org', reason: 'called' }],
    })
    expect((await line.run(listed)).stderr).toContain('waits for the link that was sent to it')
    const keep = 'accounts keep-address finn@example.com'
    expect((await line.run(keep)).stderr).toContain('Finn keeps their address.')
    expect((await line.run(keep)).stderr).toContain('Nothing was changed.')
    expect((await line.run(listed)).stderr).toMatch(/stopped on \S+ \(by an operator: called\)/)
    expect(await line.json('mail list')).toMatchObject([
      { recipient: 'Finn', state: 'waiting' },
      { recipient: 'Finn', state: 'waiting' },
    ])
    expect(await line.json('audit list --subject address_change --actor operator:mia')).toMatchObject([
      { action: 'create' },
    ])
  })
})
