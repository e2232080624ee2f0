import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileClaim, reportCode, reportInstall } from '@affiliate-platform/platform/attribution'
import { openDatabase } from '@affiliate-platform/platform/database'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const isPostgres = enginesAtHand.includes('postgres')
const shop = 'claimed.myshopify.com'

describe.runIf(isPostgres)('who brought a shop, on a real Postgres', () => {
  let line: CommandLine
  let url: string
  let at: { readonly workspaceId: string; readonly appId: string; readonly actor: string }
  const members: string[] = []

  const folder = makeFolder()
  afterAll(folder.remove)

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    const workspaceId = await line.value('workspaces create --name Ours')
    const appId = await line.value('apps create --name Reviews')
    at = { workspaceId, appId, actor: 'system' }
    await line.value(`apps update ${appId} --slug reviews --listing-url https://apps.shopify.com/reviews`)
    const program = await line.value('programs create --name Partners')
    const file = join(folder.path, 'terms.json')
    writeFileSync(file, JSON.stringify({ rules: buildRules({ allowManualClaims: true }) }))
    await line.value(`terms set --program ${program} --file ${file}`)
    for (const name of ['Mia', 'Noa']) {
      const member = await line.value(`memberships create --program ${program} --name`, name)
      await line.value(`links create ${member}`)
      members.push(member)
    }
    await onDatabase((database) =>
      database.script(`insert into sale_feeds (workspace_id, app_id, installs_read_until)
        values ('${workspaceId}', '${appId}', now())`),
    )
  })

  async function onDatabase<T>(run: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
    const database = await openDatabase({ url })
    try {
      return await run(database)
    } finally {
      await database.close()
    }
  }

  const install = (shopDomain: string) =>
    onDatabase((database) =>
      reportInstall(database, { ...at, shopDomain, kind: 'installed', occurredAt: new Date().toISOString() }),
    )
  const type = (shopDomain: string, code: string) =>
    onDatabase((database) => reportCode(database, { ...at, shopDomain, code }))
  const readCase = async (): Promise<string> => {
    const [first] = (await line.json('attribution cases')) as readonly { readonly id: string }[]
    return first?.id ?? ''
  }

  test('is claimed once by a member, and counts once a person accepts it [D334] [D359]', async () => {
    const claim = `attribution claim --membership ${members[0]} --shop ${shop} --reason helped`
    await line.value(claim)
    expect(await line.rejection(claim, 1)).toContain('has claimed this shop already')
    expect(await line.json('attribution cases')).toMatchObject([
      { kind: 'claim', shopDomain: shop, memberName: 'Mia', claim: 'helped', decision: null },
    ])
    const id = await readCase()
    const decide = `attribution decide ${id} accept --reason known --as noa`
    expect((await line.run(decide)).stderr).toContain('has no referral')
    expect(await install(shop)).toMatchObject({ outcome: 'attributed' })
    expect(await line.rejection(decide, 1)).toContain('decided already')
    expect(await line.json('attribution cases')).toEqual([])
    expect(await line.json('attribution cases --all')).toMatchObject([
      { decision: 'accept', reason: 'known', decidedBy: 'operator:noa' },
    ])
    expect(await line.json('audit list --subject attribution_decision')).toMatchObject([{ subjectId: id }])
    expect((await line.run(`explain shop ${shop}`)).stdout).toContain('counts: this member brought the shop')

    const again = `attribution decide ${id} reject --reason mistaken --as noa --again`
    expect((await line.run(again)).stderr).toContain('has no referral')
    expect(await line.json('attribution cases --all')).toMatchObject([{ decision: 'reject', revision: 2 }])
    expect((await line.run(again.replace('reject', 'accept'))).stderr).toContain('has the referral')
  })

  test('is claimed too often by a member who is looked at [D334]', async () => {
    const claim = {
      workspaceId: at.workspaceId,
      membershipId: members[1] ?? '',
      reason: 'helped',
      actor: 'system',
    }
    await onDatabase(async (database) => {
      for (let shops = 1; shops < 9; shops += 1) {
        await fileClaim(database, { ...claim, shopDomain: `many-${shops}.myshopify.com` })
      }
    })
    const file = (name: string) =>
      line.run(`attribution claim --membership ${members[1]} --shop ${name}.myshopify.com --reason helped`)
    expect((await file('ninth')).stderr).not.toContain('of its claims wait')
    expect((await file('tenth')).stderr).toContain('10 of its claims wait, and 50 may.')
    // The tests behind this one begin without cases.
    await onDatabase((database) =>
      database.script(`delete from evidence where kind = 'claim' and membership_id = '${members[1]}'`),
    )
  })

  test('is changed by a person where the merchant names another member than came first [D334]', async () => {
    const named = 'named.myshopify.com'
    await install(named)
    await type(named, 'mia')
    expect(await type(named, 'noa')).toMatchObject({ outcome: 'case', reason: 'conflict' })
    expect((await line.run(`explain shop ${named}`)).stdout).toContain('but another one came first')
    await line.value(`attribution decide ${await readCase()} accept --reason`, 'the merchant wrote to us')
    const referrals = await line.json(`referrals list --search ${named}`)
    expect(referrals).toMatchObject([
      { membershipId: members[1], voidedAt: null },
      { membershipId: members[0], status: 'voided' },
    ])
    expect(await type(named, 'mia')).toMatchObject({ outcome: 'already_referred' })
    // The shop has a member, whoever was named first.
    expect(await install(named)).toMatchObject({ outcome: 'attributed' })
    const [{ id }] = referrals as readonly [{ readonly id: string }]
    expect(await line.json(`referrals show ${id}`)).toMatchObject({
      contracts: [{ reason: 'the merchant wrote to us' }],
    })
  })

  test('is not decided anew after a person has voided it [D334]', async () => {
    const voided = 'voided.myshopify.com'
    await type(voided, 'mia')
    const { referralId } = await install(voided)
    await line.value(`referrals void ${referralId} --reason`, 'it is her own shop')
    expect(await type(voided, 'mia')).toEqual({
      outcome: 'unattributed',
      reason: 'voided',
      referralId: null,
    })
  })

  test('is a case where the contact of the shop is that of the payee [D334]', async () => {
    const own = 'own.myshopify.com'
    await line.value(`payees set ${members[0]} --name Mia --method paypal --email mia@example.com`)
    await onDatabase((database) =>
      database.script(`insert into contacts (workspace_id, shop_domain, email, created_at, updated_at)
        values ('${at.workspaceId}', '${own}', 'Mia@Example.com', now(), now())`),
    )
    await install(own)
    expect(await type(own, 'mia')).toEqual({ outcome: 'case', reason: 'self_referral', referralId: null })
    await line.value(`attribution decide ${await readCase()} reject --reason own`)
    expect(await type(own, 'mia')).toEqual({ outcome: 'unattributed', reason: 'rejected', referralId: null })
  })

  test('is imported from an export of analytics, and that is undone [D335] [D336]', async () => {
    const seen = 'seen.myshopify.com'
    const before = new Date().toISOString()
    await install(seen)
    const after = new Date().toISOString()
    const file = join(folder.path, 'ga4.csv')
    const rows = [
      'event,visitor,occurred_at,page_location,shop_id,shop_url',
      `view,1.2,${before},https://apps.shopify.com/reviews?mref=other&ref=MIA,,`,
      `install,1.2,${after},,,${seen}`,
    ]
    writeFileSync(file, rows.join('\n'))
    const tried = await line.run(`attribution import --file ${file} --dry-run`)
    expect(tried.stderr).toContain('Nothing was imported: --dry-run.')
    const { stdout, stderr } = await line.run(`attribution import --file ${file}`)
    expect(stderr).toContain('Read 1 view and 1 install. Evidence: 1 new, 0 known.')
    expect(stderr).toContain('What became of the evidence: 1 accepted.')
    expect(await line.json(`attribution import --file ${file}`)).toMatchObject({ new: 0, known: 1 })
    const undo = `attribution undo ${stdout.trim()} --reason wrong`
    expect((await line.run(undo)).stderr).toContain('1 piece of evidence of 1 shop no longer count')
    expect(await line.rejection(undo, 1)).toContain('undone already')
    expect((await line.run(`explain shop ${seen}`)).stdout).toContain('the import that told of it was undone')

    writeFileSync(file, `${rows[0]}\nsale,1.2,${after},,,`)
    expect(await line.rejection(`attribution import --file ${file}`, 1)).toContain(
      'Line 2: "event" must be "view" or "install". Nothing was imported. Correct it and import the file again.',
    )
    expect((await line.run('attribution query')).stdout).toContain('analytics_PROPERTY.events_*')
  })

  test('is told for all installs of a time, with those that nobody explains [D334]', async () => {
    await install('nobody.myshopify.com')
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const coverage = await line.json(`attribution coverage --from ${from}`)
    expect(coverage).toMatchObject({
      ...{ installs: 6, explained: 2, clicks: 0, byEvidence: { claim: 1, coupon: 1 } },
      byMember: [{ installs: 1 }, { installs: 1 }],
      byLink: [{ code: 'noa', memberName: 'Noa', installs: 1, clicks: 0 }],
      unexplained: [
        { shopDomain: 'nobody.myshopify.com' },
        { shopDomain: 'own.myshopify.com' },
        { shopDomain: 'seen.myshopify.com' },
        { shopDomain: 'voided.myshopify.com' },
      ],
    })
    const { stdout } = await line.run(`attribution coverage --from ${from}`)
    expect(stdout).toContain('6 installs, 2 of them explained (33 %): ')
    expect(await line.json('attribution coverage --from 2020-01-01 --to 2020-02-01')).toMatchObject({
      installs: 0,
    })
  })
})
