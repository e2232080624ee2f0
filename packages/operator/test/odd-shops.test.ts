import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportCode, reportInstall } from '@affiliate-platform/platform/attribution'
import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const dayMs = 86_400_000
const now = (): string => new Date().toISOString()

describe.runIf(enginesAtHand.includes('postgres'))('an odd shop, on a real Postgres', () => {
  let line: CommandLine
  let database: Database
  let at: { readonly workspaceId: string; readonly appId: string; readonly actor: string }
  let program: string
  const members = { mia: '', noa: '', ben: '', cy: '' }
  const folder = makeFolder()

  beforeAll(async () => {
    const url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    const workspaceId = await line.value('workspaces create --name Ours')
    const appId = await line.value('apps create --name Reviews')
    at = { workspaceId, appId, actor: 'system' }
    await line.value(`apps update ${appId} --slug reviews --listing-url https://apps.shopify.com/reviews`)
    program = await line.value('programs create --name Partners')
    const withoutTerms = await line.value('programs create --name Friends')
    const file = join(folder.path, 'terms.json')
    writeFileSync(file, JSON.stringify({ rules: buildRules({ allowManualClaims: true }) }))
    await line.value(`terms set --program ${program} --file ${file}`)
    for (const name of ['mia', 'noa', 'ben', 'cy'] as const) {
      const of = name === 'ben' ? withoutTerms : program
      members[name] = await line.value(`memberships create --program ${of} --name ${name}`)
      await line.value(`links create ${members[name]}`)
    }
    database = await openDatabase({ url })
    // The Partner API has told all installs of the app.
    await database.script(`insert into sale_feeds (workspace_id, app_id, installs_read_until)
      values ('${workspaceId}', '${appId}', now())`)
  })

  afterAll(async () => {
    await database.close()
    folder.remove()
  })

  const report = (kind: 'installed' | 'uninstalled', shopDomain: string, daysAgo = 0) =>
    reportInstall(database, {
      ...{ ...at, shopDomain, kind },
      occurredAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    })
  const install = (shop: string, daysAgo?: number) => report('installed', shop, daysAgo)
  const uninstall = (shop: string, daysAgo: number) => report('uninstalled', shop, daysAgo)
  const type = (shopDomain: string, code: keyof typeof members) =>
    reportCode(database, { ...at, shopDomain, code })
  const findCase = async (shop: string): Promise<string> => {
    const cases = (await line.json('attribution cases')) as readonly { id: string; shopDomain: string }[]
    return cases.find(({ shopDomain }) => shopDomain === shop)?.id ?? ''
  }

  const oddShops: readonly {
    readonly name: string
    readonly make: (shop: string) => Promise<unknown>
    readonly told: readonly string[]
  }[] = [
    {
      name: 'that has not installed yet',
      make: (shop) => type(shop, 'mia'),
      told: ['mia, by the code mia, typed at T', '  waits: the install is not known yet'],
    },
    {
      name: 'that had the app before',
      make: async (shop) => {
        await install(shop, 100)
        await type(shop, 'mia')
      },
      told: ['mia, by the code mia, typed at T', '  does not count: the shop had the app before'],
    },
    {
      name: 'that comes back',
      make: async (shop) => {
        await install(shop, 100)
        await uninstall(shop, 50)
        await type(shop, 'mia')
        await install(shop)
      },
      told: [
        'mia, by the code mia, typed at T',
        '  a person decides: the shop had the app before, and installed it again',
      ],
    },
    {
      name: "that is the member's own",
      make: async (shop) => {
        await line.value(`payees set ${members.mia} --name Mia --method paypal --email mia@example.com`)
        await database.script(`insert into contacts (workspace_id, shop_domain, email, created_at, updated_at)
          values ('${at.workspaceId}', '${shop}', 'Mia@Example.com', now(), now())`)
        await install(shop)
        await type(shop, 'mia')
      },
      told: [
        'mia, by the code mia, typed at T',
        "  a person decides: the shop's contact is the member's own",
      ],
    },
    {
      name: 'whose claim was rejected',
      make: async (shop) => {
        await install(shop)
        await line.value(`attribution claim --membership ${members.mia} --shop ${shop} --reason helped`)
        await line.value(
          `attribution decide ${await findCase(shop)} reject --reason`,
          'the merchant knows nothing of it',
        )
      },
      told: [
        'mia, by a claim of T',
        '  does not count: a person rejected it (because: the merchant knows nothing of it)',
      ],
    },
    {
      name: 'whose referral was voided',
      make: async (shop) => {
        await type(shop, 'mia')
        const { referralId } = await install(shop)
        await line.value(`referrals void ${referralId} --reason`, 'the shop is a test of ours')
      },
      told: [
        'mia, by the code mia, typed at T',
        '  does not count: the referral that it led to was voided by a person (because: the shop is a test of ours)',
      ],
    },
    {
      name: 'that an operator referred to another member',
      make: async (shop) => {
        await line.value(
          `referrals create --membership ${members.noa} --shop ${shop} --installed-at ${now()}`,
        )
        await type(shop, 'mia')
      },
      told: [
        'mia, by the code mia, typed at T',
        '  does not count: an operator has referred the shop to another member',
      ],
    },
    {
      name: 'of a member who is suspended',
      make: async (shop) => {
        await type(shop, 'cy')
        await line.value(`memberships suspend ${members.cy} --reason spam`)
        await install(shop)
      },
      told: ['cy, by the code cy, typed at T', '  does not count: the membership is suspended or closed'],
    },
    {
      name: 'whose merchant names another member than came first',
      make: async (shop) => {
        await install(shop)
        await type(shop, 'mia')
        await type(shop, 'noa')
      },
      told: [
        'mia, by the code mia, typed at T',
        '  counts: this member brought the shop',
        'noa, by the code noa, typed at T',
        '  a person decides: the merchant named this member, but another one came first',
      ],
    },
    {
      name: 'of a member without terms',
      make: async (shop) => {
        await install(shop)
        await type(shop, 'ben')
      },
      told: [
        'ben, by the code ben, typed at T',
        '  does not count: no terms were in force for the member at that time',
      ],
    },
  ]

  test.each(oddShops)('$name is told what was accepted, what was not, and why [D334]', async (odd) => {
    const shop = `${odd.name.replaceAll(/[^a-z]+/g, '-')}.myshopify.com`
    await odd.make(shop)
    const { stdout } = await line.run(`explain shop ${shop}`)
    const [whoBroughtIt = ''] = stdout.split('\n\n')
    expect(whoBroughtIt.replaceAll(/\d{4}-\S+Z/g, 'T').split('\n')).toEqual([
      'Who brought the shop',
      ...odd.told,
    ])
  })
})
