import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPartnerdex, insert, secretTables } from '../../platform/test/history/partnerdex-database.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase, withoutProgress } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('import partnerdex', () => {
  const folder = makeFolder()
  let line: CommandLine
  const path = (name: string) => join(folder.path, name)
  const command = (name: string) => `import partnerdex ${path(name)} --cut-over 2026-06-01 --currency USD`

  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Lantern')
  })

  afterAll(() => folder.remove())

  test('brings what is in the database and in its log, by today’s terms, and no secret [D425]', async () => {
    const source = createPartnerdex(path('partnerdex.sqlite'))
    const before = await readFile(path('partnerdex.sqlite'))
    const { stderr, exitCode } = await line.run(`${command('partnerdex.sqlite')} --as noa`)
    expect(withoutProgress(stderr).split('\n')).toEqual([
      'To add: 2 codes, 5 commissions, 2 members, 2 payouts, 1 program, 1 referral.',
      'Earned: 13.2000000000000003 USD, which is 13.20 USD with each amount rounded (1 amount).',
      '  c3: 3.3000000000000003 is 3.30 USD',
      'Cancelled: 4.40 USD. Paid: 3.30 USD, of which 0.00 USD was kept on the way.',
      'Open: 9.90 USD. It is left out of payout runs until you decide: payouts exclusions.',
      '  Mia: earned 13.2000000000000003, which is 13.20 USD; paid 3.30 USD; open 9.90 USD',
      'Set aside: 1 commission, other_currency, 5.50 EUR',
      '  affiliate_commissions 5 c5',
      'Set aside: 1 payout, not_paid, 9.00 USD',
      '  affiliate_payouts 2 o2',
      'Set aside: 1 referral, unreadable_shop',
      '  affiliate_attributions 2 r2',
      '3 rows were set aside; everything else is imported. Look at them, then run the command with --accept-set-aside.',
      '',
    ])
    expect(exitCode).toBe(1)
    expect(stderr).not.toContain('secret')
    expect(await readFile(path('partnerdex.sqlite'))).toEqual(before)
    source.close()
    expect(await line.json('balances')).toMatchObject([
      { memberName: 'Mia', due: { amount: { amountMinor: '990' } }, reported: { amountMinor: '330' } },
    ])
    const [referral] = Object(await line.json('referrals list')) as readonly { id: string }[]
    expect(JSON.stringify(await line.json(`referrals show ${referral?.id}`))).toContain('"rateBps":700')
    const aside = Object(await line.json('import set-aside')) as readonly Readonly<Record<string, string>>[]
    expect(aside.map(({ kind, reason, file, sourceId }) => [kind, reason, file, sourceId])).toEqual([
      ['commission', 'other_currency', 'affiliate_commissions', 'c5'],
      ['payout', 'not_paid', 'affiliate_payouts', 'o2'],
      ['referral', 'unreadable_shop', 'affiliate_attributions', 'r2'],
    ])
    const [first] = aside
    const after = `${first?.['importId']}/commission/c5`
    expect(await line.json(`import set-aside --after ${after} --limit 1`)).toEqual([aside[1]])
    expect((await line.run('import set-aside')).stdout).toContain('5.50 EUR')
    expect(await line.json('memberships list')).toMatchObject([
      { name: 'Ben', status: 'suspended' },
      { name: 'Mia', status: 'active' },
    ])
  })

  test('reads nothing of the tables with secrets, and no row that was not committed [D425]', async () => {
    const source = createPartnerdex(path('bare.sqlite'))
    const dryRun = async () => (await line.run(`${command('bare.sqlite')} --dry-run`)).stderr
    const told = await dryRun()
    for (const table of secretTables) source.exec(`drop table ${table}`)
    expect(await dryRun()).toBe(told)
    // Written to the log for want of memory, before anybody has committed it.
    source.exec('pragma cache_size = 1; pragma cache_spill = 1; begin')
    const at = '2026-03-01T12:00:00.000Z'
    for (let number = 100; number < 2000; number += 1) {
      const row = { id: `x${number}`, affiliate_id: 'mia', program_id: 'p1', amount: 1, earned_at: at }
      insert(source, 'affiliate_commissions', row)
    }
    expect((await readFile(path('bare.sqlite-wal'))).length).toBeGreaterThan(50_000)
    expect(await dryRun()).toBe(told)
    source.exec('commit')
    expect(await dryRun()).not.toBe(told)
    source.close()
  })

  test('sets aside what was computed of a sale that came from Mantle as well [D425]', async () => {
    const source = createPartnerdex(path('doubled.sqlite'))
    const of = { attribution_id: 'r1', affiliate_id: 'mia', program_id: 'p1', currency: 'USD' }
    const at = (time: string) => ({ earned_at: `2026-04-0${time}.000Z` })
    for (const row of [
      { id: 'd1', amount: 20, source: 'imported', transaction_id: '', ...at('1T08:00:00') },
      { id: 'd2', amount: 20.01, source: 'computed', transaction_id: 't2', ...at('1T19:00:00') },
      // Adopted: it is one row there.
      { id: 'd3', amount: 30, source: 'imported', transaction_id: 't3', ...at('2T08:00:00') },
      { id: 'd4', amount: 30, source: 'computed', transaction_id: 't4', ...at('2T08:00:00') },
      // Paid as it was computed: what came from Mantle is open, and owed no more.
      { id: 'd5', amount: 40, source: 'imported', transaction_id: '', ...at('3T08:00:00') },
      {
        id: 'd6',
        amount: 40,
        source: 'computed',
        transaction_id: 't6',
        paid_at: '2026-05-01T00:00:00.000Z',
        ...at('3T08:00:00'),
      },
    ])
      insert(source, 'affiliate_commissions', { ...of, ...row })
    source.close()
    const { stderr } = await line.run(`${command('doubled.sqlite')} --dry-run`)
    const doubled = stderr.slice(stderr.indexOf('commissions, doubled')).split('\n').slice(0, 3)
    expect(stderr).not.toContain('unknown_payout')
    expect(doubled.map((row) => row.split(' ').at(-1))).toEqual(['USD', 'd2', 'd5'])
  })

  test('does not pay every charge where the first one alone was promised [D437]', async () => {
    const source = createPartnerdex(path('first-charge.sqlite'))
    insert(source, 'affiliate_program_terms', {
      ...{ id: 't3', program_id: 'p1', effective_from: '2026-02-01T00:00:00.000Z', commission_rate: 0.07 },
      ...{ recurrence: 'one_time', revenue_components: '["subscription"]' },
    })
    insert(source, 'affiliate_attributions', {
      ...{ id: 'r3', affiliate_id: 'mia', program_id: 'p1', myshopify_domain: 'three.myshopify.com' },
      ...{ referred_at: '2026-03-01T12:00:00.000Z', source: 'ga4' },
    })
    source.close()
    const { stderr } = await line.run(`${command('first-charge.sqlite')} --dry-run`)
    expect(stderr).toContain('Set aside: 1 referral, rules_unreadable')
    expect(stderr).toContain('affiliate_attributions 3 r3: revenueComponents: first charge only')
  })

  test.each([5, 7])('rejects version %i of its tables [D425]', async (version) => {
    createPartnerdex(path(`version-${version}.sqlite`), version).close()
    const said = await line.rejection(command(`version-${version}.sqlite`), 1)
    expect(said).toContain(`has version ${version} of PartnerDex's tables. Version 6 can be read.`)
  })

  test('rejects a file that is damaged, or is none [D425]', async () => {
    createPartnerdex(path('damaged.sqlite')).close()
    await truncate(path('damaged.sqlite'), 9000)
    expect(await line.rejection(command('damaged.sqlite'), 1)).toContain(
      'damaged.sqlite is damaged, or no database of PartnerDex',
    )
    await writeFile(path('text.sqlite'), 'a text')
    expect(await line.rejection(command('text.sqlite'), 1)).toContain('no database of PartnerDex')
    expect(await line.rejection(command('nowhere.sqlite'), 1)).toContain('nowhere.sqlite is not there.')
  })
})
