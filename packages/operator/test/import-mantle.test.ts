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
      '  Affiliate 1: earned 259.0500000000001, which is 259.05 USD; paid 251.80 USD; open 7.25 USD',
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

  test('is listed, undone by its id with a reason, and imported again [D430]', async () => {
    const listed = Object(await line.json('import list')) as readonly { importId: string }[]
    expect(listed).toMatchObject([{ source: 'mantle', actor: 'operator:noa', setAside: 1, undoneAt: null }])
    const importId = listed[0]?.importId ?? ''
    expect((await line.run('import list')).stdout).toContain('1 code, 2 commissions, 1 member')
    const undo = (id: string) => `import undo ${id} --reason too-early --as noa`
    expect((await line.run(undo(importId))).stderr).toContain(
      'The import is undone: its programs and members',
    )
    expect(await line.rejection(undo(importId), 1)).toContain('undone already')
    expect((await line.run('import list')).stdout).toContain('undone by operator:noa: too-early')
    expect(await line.json('import set-aside')).toEqual([])
    expect(await line.json('audit list --subject history_import_undo')).toMatchObject([
      { subjectId: importId },
    ])

    const again = (await line.run(`${command} --accept-set-aside`)).stdout.trim()
    const [member] = Object(await line.json('memberships list')) as readonly { id: string }[]
    const payoutId = await line.value(
      `payouts create --membership ${member?.id} --amount 1.00 --currency USD`,
    )
    const rejected = await line.rejection(undo(again), 1)
    expect(rejected).toContain('Nothing was undone. This depends on the import:')
    expect(rejected).toContain(': a commission of a member who was imported')
    expect(payoutId).toMatch(/^[\da-f-]{36}$/)
    expect(await line.rejection(undo(payoutId), 1)).toContain('no such import')
  })

  test('rejects in words what it cannot read or do [D421]', async () => {
    const early = `import mantle ${folder.path} --cut-over 2025-02-01 --currency USD`
    expect((await line.run(early)).stderr).toContain('sales up to 2025-03-01T12:00:00.000Z')
    const undecided = `import mantle ${folder.path} --cut-over 2025-06-01`
    expect(await line.rejection(undecided, 2)).toContain('--currency')
    const columns = join(folder.path, 'columns.json')
    await writeFile(columns, '{"decimal": "."}')
    const tables = await line.rejection(`${command} --columns ${columns}`, 1)
    expect(tables).toContain('columns.json does not say what columns are: zone')
    const missing = join(folder.path, 'nowhere')
    const elsewhere = `import mantle ${missing} --cut-over 2025-06-01 --currency USD`
    expect(await line.rejection(elsewhere, 1)).toContain('nowhere has no file affiliates.json.')
  })
})
