import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'
import { createPartnerdex } from './partnerdex-database.ts'

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
    expect(stderr.split('\n')).toEqual([
      'To add: 2 codes, 5 commissions, 2 members, 2 payouts, 1 program, 1 referral.',
      'Earned: 13.2000000000000003 USD, which is 13.20 USD with each amount rounded (1 amount).',
      '  c3: 3.3000000000000003 is 3.30 USD',
      'Cancelled: 4.40 USD. Paid: 3.30 USD, of which 0.00 USD was kept on the way.',
      'Open: 9.90 USD. It is left out of payout runs until you decide: payouts exclusions.',
      'Set aside: 1 commission, other_currency, 5.50 USD',
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
    expect((await line.run('import set-aside')).stdout).toContain('5.50 USD')
    expect(await line.json('memberships list')).toMatchObject([
      { name: 'Ben', status: 'suspended' },
      { name: 'Mia', status: 'active' },
    ])
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
      'damaged.sqlite is damaged, or no database',
    )
    await writeFile(path('text.sqlite'), 'a text')
    expect(await line.rejection(command('text.sqlite'), 1)).toContain('no database of SQLite')
    expect(await line.rejection(command('nowhere.sqlite'), 1)).toContain('cannot be read (ENOENT)')
  })
})
