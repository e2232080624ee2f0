import { openDatabase } from '@affiliate-platform/platform/database'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('the links of members, on a real Postgres', () => {
  let line: CommandLine
  let app: string
  let url: string
  const members: string[] = []

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    app = await line.value('apps create --name Reviews')
    const program = await line.value('programs create --name Partners')
    for (const name of ['Jörg Müller & Söhne', 'JORG MULLER / SOHNE', '株式会社'])
      members.push(await line.value(`memberships create --program ${program} --name`, name))
  })

  test('need an address of the app, which no other app has [D301]', async () => {
    expect(await line.rejection(`links create ${members[0]}`, 1)).toContain('apps update')
    const other = await line.value('apps create --name Other')
    const listing = '--listing-url https://apps.shopify.com/reviews?ref={code}'
    await line.value(`apps update ${app} --slug reviews ${listing}`)
    expect(await line.rejection(`apps update ${other} --slug reviews`, 1)).toContain('Another app has it.')
    expect(await line.rejection(`apps update ${app} --slug -Reviews`, 2)).toContain('--slug')
    for (const url of [
      'https://{code}.evil.example/?a=1',
      'http://apps.shopify.com/',
      'https://a.example/{code}',
    ])
      expect(await line.rejection(`apps update ${app} --listing-url ${url}`, 2)).toContain('--listing-url')
  })

  test("have a code of the name, which is nobody else's ever after [D301]", async () => {
    expect(await line.value(`links create ${members[0]} --as mia`)).toBe('/r/reviews/jorg-muller-sohne')
    expect(await line.value(`links create ${members[1]}`)).toBe('/r/reviews/jorg-muller-sohne-2')
    expect(await line.value(`links create ${members[2]}`)).toBe('/r/reviews/member')
    expect(await line.value(`links create ${members[2]} --code Kabushiki --label mail`)).toBe(
      '/r/reviews/Kabushiki',
    )
    expect((await line.run(`links create ${members[1]}`)).stderr).toContain('has this link already')
    expect(await line.value(`links create ${members[2]} --code KABUSHIKI`)).toBe('/r/reviews/Kabushiki')
    expect(await line.rejection(`links create ${members[0]} --code KABUSHIKI`, 1)).toContain('keeps it')
    expect(await line.rejection(`links create ${members[0]} --code a/b`, 2)).toContain('--code')
    expect(await line.json(`links list --membership ${members[2]}`)).toMatchObject([
      { code: 'member', label: null, clicks: 0, visitors: 0 },
      { code: 'Kabushiki', label: 'mail', path: '/r/reviews/Kabushiki' },
    ])
    expect(await line.json('audit list --subject link --actor operator:mia')).toMatchObject([
      { subjectId: members[0], action: 'create' },
    ])
  })

  test('tell where their clicks came from [D301]', async () => {
    const [link] = (await line.json('links list')) as readonly { readonly id: string }[]
    const database = await openDatabase({ url })
    await database.script(`
      insert into clicks (workspace_id, id, link_id, visitor, referring_host, country, sub_id, occurred_at)
      select workspace_id, gen_random_uuid(), id, decode(visitor, 'hex'), host, country, sub, now() - age::interval
      from links, (values
        ('aa', 'blog.example', 'DE', 'mail', '1 day'), ('aa', null, 'DE', 'mail', '2 days'),
        ('bb', null, null, null, '3 days'), ('cc', 'old.example', 'FR', 'mail', '31 days')
      ) click (visitor, host, country, sub, age)
      where id = '${link?.id}'`)
    await database.close()
    expect(await line.json(`links clicks ${link?.id}`)).toEqual({
      ...{ clicks: 3, visitors: 2 },
      bySubId: [{ name: 'mail', clicks: 2, visitors: 1 }],
      byCountry: [{ name: 'DE', clicks: 2, visitors: 1 }],
      byReferringHost: [{ name: 'blog.example', clicks: 1, visitors: 1 }],
    })
    const { stdout } = await line.run(`links clicks ${link?.id.slice(-12)}`)
    expect(stdout).toContain('3 clicks of 2 visitors in the last 30 days\n\nBy sub-id\n')
    expect(await line.rejection(`links clicks ${members[0]}`, 1)).toContain('link')
  })
})
