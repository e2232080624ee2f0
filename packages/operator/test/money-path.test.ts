import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildExampleRules, buildLine, buildRefund } from '@affiliate-platform/test-support/money-world'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

const uuid = expect.stringMatching(/^[\da-f-]{36}$/)

// Long after what it is about: the file is imported now.
const bookedNow = expect.stringMatching(/^20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT(?!00:00:00\.000)[\d:.]+Z$/)

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(!enginesAtHand.includes(engine))('an operator', () => {
    const folder = makeFolder()
    let line: CommandLine
    let at: string
    let membership: string
    let referral: string

    const write = async (name: string, text: string) => {
      const path = join(folder.path, name)
      await writeFile(path, text)
      return path
    }
    const writeSales = (name: string, lines: readonly object[]) =>
      write(name, lines.map((each) => `${JSON.stringify(each)}\n`).join(''))

    beforeAll(async () => {
      const isEmbedded = engine === 'pglite'
      line = createCommandLine(isEmbedded ? {} : { DATABASE_URL: await createPostgresCopy() })
      const database = isEmbedded ? ` --data-dir ${folder.path}/data` : ''
      await line.value(`migrate${database}`)
      if (isEmbedded) await line.value(`seed${database}`)
      const workspace = await line.value(`workspaces create${database} --name`, 'Bright Apps')
      at = `--workspace ${workspace}${database}`
      await line.value(`apps create ${at} --name`, 'Bright Reviews')
      const program = await line.value(`programs create ${at} --name Partners`)
      membership = await line.value(`memberships create ${at} --program ${program} --name Mia`)
    })

    afterAll(() => folder.remove())

    const refer = (shop: string) =>
      `referrals create ${at} --membership ${membership} --shop ${shop}.myshopify.com`

    test('saves terms from a file, by the rules of the interface [4.1-2]', async () => {
      const rejected = await write('bad.json', JSON.stringify({ rules: buildExampleRules({ rateBps: 0 }) }))
      const rejection = await line.rejection(`terms set ${membership} ${at} --file ${rejected}`, 1)
      expect(rejection).toContain('/rules/cpi/amountMinor: With a rate of 0')

      const file = await write('terms.json', JSON.stringify({ rules: buildExampleRules() }))
      const version = await line.json(`terms set ${membership} ${at} --file ${file} --as mia`)
      expect(version).toMatchObject({ id: uuid, target: { kind: 'membership', id: membership } })
      expect(await line.json(`terms history ${membership} ${at}`)).toMatchObject([
        { id: Object(version).id, state: 'applies', operator: 'mia', createdBy: null },
      ])
    })

    test('refers a shop under the terms in force, or under what was agreed before [1-contracts]', async () => {
      const early = '--installed-at 2026-01-01T00:00:00Z'
      expect(await line.rejection(`${refer('shop')} ${early}`, 1)).toContain('No terms were in force')
      const file = await write('agreed.json', JSON.stringify({ rules: buildExampleRules() }))
      expect(await line.rejection(`${refer('shop')} ${early} --contract ${file}`, 1)).toContain('--reason')

      const agreed = await line.json(`${refer('shop')} ${early} --contract ${file} --as mia --reason mail`)
      referral = Object(agreed).id
      expect(agreed).toMatchObject({ status: 'attributed', evidence: 'claim', warnings: [] })
      expect(await line.value(`referrals show ${referral} ${at}`)).toMatch(
        /\nContracts\n.* created at +rate\n.* 20 % of gross\n/,
      )
      expect(await line.json(`referrals show ${referral} ${at}`)).toMatchObject({
        contracts: [{ termsVersionId: null, reason: 'mail', actor: 'operator:mia' }],
        evidence: [{ kind: 'claim', reason: 'mail', actor: 'operator:mia' }],
      })
      expect(await line.rejection(`${refer('shop')} ${early}`, 1)).toContain(
        'The shop has already been referred.',
      )
    })

    test('imports a file of sales, and says what became of each row [D59, D62]', async () => {
      const file = await writeSales('sales.ndjson', [
        buildLine(),
        buildLine({ platformId: 'sale/2', collectedAt: '2025-12-31T00:00:00Z' }),
        buildLine({ platformId: 'sale/3', shopDomain: 'stranger.myshopify.com' }),
        buildLine({ platformId: 'sale/4', currency: 'xts' }),
        buildRefund({ gross: '-9.5', net: '-9.5' }),
      ])
      const imported = await line.run(`sales import ${at} --file ${file} --json`)
      expect(imported.exitCode).toBe(1)
      expect(imported.stderr).toContain('1 row was set aside; everything else is imported. Look at')
      const first = JSON.parse(imported.stdout)
      expect(first).toEqual({
        runId: uuid,
        ...{ read: 5, new: 3, revised: 0, known: 0, replaced: 0, unreferred: 1, posted: 2 },
        ...{ older: [], unposted: [] },
        setAside: [{ platformId: 'sale/4', reason: 'unknown_currency', line: 4 }],
        skipped: [{ platformId: 'sale/2', reason: 'before_referral' }],
      })
      expect(await line.json(`sales import ${at} --file ${file} --accept-set-aside`)).toEqual({
        runId: expect.not.stringContaining(Object(first).runId),
        ...{ read: 5, new: 0, revised: 0, known: 3, replaced: 0, unreferred: 1, posted: 0 },
        ...{ older: [], unposted: [] },
        setAside: [{ platformId: 'sale/4', reason: 'unknown_currency', line: 4 }],
        skipped: [],
      })
      // Whole commands, each at the end of its line: they are copied from there.
      const told = await line.run(`sales import ${at} --file ${file}`)
      expect(told.stderr.split('\n')).toEqual(
        expect.arrayContaining([
          `Set aside: 1 unknown_currency. List them with affiliate-service sales set-aside ${at}`,
          `See their sums with affiliate-service sales status ${at}`,
          'Line 4: sale/4 was set aside: unknown_currency.',
          `1 row was set aside; everything else is imported. Look at it with affiliate-service sales set-aside ${at}`,
          'With --accept-set-aside the command succeeds all the same.',
        ]),
      )
    })

    test('lists commissions, app transactions and what was set aside, exact and page by page [D47] [D189]', async () => {
      const named = { memberName: 'Mia', shop: 'shop.myshopify.com' }
      const ofSale = {
        referralId: referral,
        membershipId: membership,
        payoutId: null,
        status: 'available',
        ...named,
      }
      const commissions = [
        {
          ...{ id: uuid, ...ofSale, entry: 'accrual', cause: 'sale', saleKind: 'subscription_sale' },
          ...{ amount: { amountMinor: '380', currency: 'USD' }, appTransactionId: 'sale/1' },
          ...{ accruedAt: '2026-02-01T00:00:00.000Z', availableAt: '2026-03-03T00:00:00.000Z' },
          ...{ postedAt: bookedNow, reason: null },
        },
        {
          ...{ id: uuid, ...ofSale, entry: 'reversal', cause: 'adjustment', saleKind: 'subscription_sale' },
          ...{ amount: { amountMinor: '190', currency: 'USD' }, appTransactionId: 'refund/1' },
          ...{ accruedAt: '2026-02-10T00:00:00.000Z', availableAt: '2026-03-03T00:00:00.000Z' },
          ...{ postedAt: bookedNow, reason: null },
        },
      ]
      const listed = await line.json(`commissions list ${at}`)
      expect(listed).toEqual(commissions.toReversed())
      const [, { id }] = Object(listed)
      const table = await line.value(`commissions list ${at}`)
      expect(table).toContain(' 3.80 USD ')
      expect(table).toContain(' -1.90 USD ')
      expect(await line.value(`explain commission ${id} ${at}`)).toContain(
        'not paid: no run since 2026-03-03T00:00:00Z',
      )
      const first = await line.run(`commissions list ${at} --limit 1`)
      const cursor = /--cursor \S+$/m.exec(first.stderr)?.[0]
      expect(await line.json(`commissions list ${at} --limit 1 ${cursor}`)).toEqual([commissions[0]])
      expect(await line.json(`commissions show ${id} ${at}`)).toEqual(commissions[0])
      expect(await line.json(`transactions list ${at}`)).toMatchObject([
        { platformId: 'refund/1', gross: '-9.5', source: 'manual_file' },
        { platformId: 'sale/1', gross: '19', net: '18.45', revision: 1 },
        { platformId: 'sale/2' },
      ])
      expect(await line.json(`sales set-aside ${at}`)).toMatchObject([
        { platformId: 'sale/4', reason: 'unknown_currency', copy: { grossCurrency: 'xts' } },
      ])
    })

    test('gives a referral other rules by a proposal that another person accepts [D42]', async () => {
      const [{ id: version }] = Object(await line.json(`terms history ${membership} ${at}`))
      const from = '--from 2099-01-01T00:00:00Z'
      const proposal = await line.value(
        `contracts propose ${referral} ${at} --terms ${version} ${from} --as mia`,
      )
      const review = `contracts review ${proposal} accept ${at} --reason agreed`
      expect(await line.rejection(`${review} --as mia`, 1)).toContain('The reviewer must not be')
      expect(await line.json(`${review} --as noa`)).toMatchObject({ decision: 'accept', contractId: uuid })
      expect(await line.json(`referrals list ${at}`)).toMatchObject([{ id: referral, status: 'earning' }])
    })

    test('voids a referral, which takes back what it earned [D64]', async () => {
      expect(await line.json(`referrals void ${referral} ${at} --reason fraud`)).toEqual({
        ...{ id: referral, posted: 2 },
      })
      const listed: readonly object[] = Object(await line.json(`commissions list ${at}`))
      expect(listed.slice(0, -2)).toMatchObject([
        { cause: 'void', entry: 'reversal', amount: { amountMinor: '380' } },
        { cause: 'void', entry: 'accrual', amount: { amountMinor: '190' } },
      ])
    })

    test('says what is wrong with a file, and imports none that is not there', async () => {
      const good = buildLine({ platformId: 'sale/9' })
      const rows = Array.from({ length: 501 }, (_, index) => ({ ...good, platformId: `sale/9/${index}` }))
      const broken = await writeSales('broken.ndjson', [good, { platformId: 'sale/10', surprise: 1 }])
      expect(await line.rejection(`sales import ${at} --file ${broken}`, 1)).toContain(
        'Line 2: unknown key "surprise". Nothing was imported. Correct it',
      )
      expect(await line.json(`transactions list ${at}`)).toHaveLength(3)
      const long = await writeSales('long.ndjson', [...rows, { surprise: 1 }])
      expect(await line.rejection(`sales import ${at} --file ${long}`, 1)).toContain('Nothing was imported.')
      expect(await line.json(`transactions list ${at} --limit 1000`)).toHaveLength(3)
      expect(await line.rejection(`sales import ${at} --file ${folder.path}/none`, 1)).toContain(
        'cannot be read',
      )
    })
  })
})
