import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  ids,
} from '../../platform/test/history/mantle-export.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('import mantle', () => {
  const folder = makeFolder()
  let line: CommandLine
  let command: string

  beforeAll(async () => {
    const dashboard = join(folder.path, 'dashboard')
    await mkdir(dashboard)
    const files = buildExport({
      'commissions.json': [
        buildPaid(1, 251.8000000000001),
        buildCommission(2, 7.25),
        buildCommission(3, 'ten'),
      ],
      'payouts.json': [buildPayout(1, 251.8)],
    })
    for (const [file, items] of Object.entries(files)) {
      await writeFile(join(dashboard, file), JSON.stringify({ items }))
    }
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Lantern')
    command = `import mantle ${folder.path} --cut-over 2025-06-01 --currency USD`
  })

  afterAll(() => folder.remove())

  test('says the same before it imports and after, and fails where rows were set aside [D421]', async () => {
    const tried = await line.run(`${command} --dry-run`)
    expect(tried.stderr).toContain('1 rows would be set aside.')
    expect(tried.exitCode).toBe(1)
    expect(await line.json('programs list')).toEqual([])
    const { stdout, stderr, exitCode } = await line.run(`${command} --accept-set-aside --as noa`)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^[\da-f-]{36}\n$/)
    const report = [
      'To add: 1 code, 2 commissions, 1 member, 1 payout, 1 program, 1 referral.',
      'Earned: 259.0500000000001 USD, which is 259.05 USD with each amount rounded (1 amount).',
      `  ${ids.commission(1)}: 251.8000000000001 is 251.80 USD`,
      'Cancelled: 0.00 USD. Paid: 251.80 USD, of which 0.00 USD was kept on the way.',
      'Open: 7.25 USD. It is left out of payout runs until you decide: payouts exclusions.',
      'Set aside: 1 commission, unreadable_amount',
      `  commissions.json 3 ${ids.commission(3)}`,
    ].join('\n')
    expect(stderr).toBe(`${report}\n`)
    expect(tried.stderr.startsWith(`${report}\nNothing was imported: --dry-run.\n`)).toBe(true)
    expect((await line.run(`${command} --accept-set-aside`)).stderr).toContain('imported already')
    expect(await line.json('audit list --subject history_import')).toMatchObject([{ actor: 'operator:noa' }])
  })

  test('leaves the codes of old links, terms for new members, and what is open to be decided [D422]', async () => {
    expect(await line.json('payouts exclusions')).toMatchObject([
      { memberName: 'Affiliate 1', currency: 'USD' },
    ])
    const [program] = Object(await line.json('programs list')) as readonly { id: string }[]
    expect((await line.run(`terms history --program ${program?.id}`)).stdout).toContain('20')
    const [payout] = Object(await line.json('payouts list')) as readonly { id: string }[]
    expect(await line.value(`explain payout ${payout?.id}`)).toContain(
      `imported by operator:noa: Mantle commission ${ids.commission(1)}`,
    )
    expect(await line.json('links list')).toMatchObject([{ code: 'handle-1', memberName: 'Affiliate 1' }])
  })

  test('rejects in words what it cannot read or do [D421]', async () => {
    const early = `import mantle ${folder.path} --cut-over 2025-02-01 --currency USD`
    expect((await line.run(early)).stderr).toContain('sales up to 2025-03-01T12:00:00.000Z')
    const columns = join(folder.path, 'columns.json')
    await writeFile(columns, '{"decimal": "."}')
    const tables = await line.rejection(`${command} --columns ${columns}`, 1)
    expect(tables).toContain('columns.json does not say what columns are: zone')
    const missing = join(folder.path, 'nowhere')
    const elsewhere = `import mantle ${missing} --cut-over 2025-06-01 --currency USD`
    expect(await line.rejection(elsewhere, 1)).toContain('nowhere has no file affiliates.json.')
  })
})
