import { createHash } from 'node:crypto'
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
  type MantleFiles,
} from '../../platform/test/history/mantle-export.ts'
import { columns, tables } from '../../platform/test/history/mantle-tables.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase, withoutProgress } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('import mantle', () => {
  const folder = makeFolder()
  const options = '--cut-over 2025-06-01 --currency USD'
  let line: CommandLine
  let command: string

  /** Writes an export into a folder of its own. */
  async function writeExport(name: string, changes: MantleFiles): Promise<string> {
    const place = join(folder.path, name)
    await mkdir(place)
    for (const [file, items] of Object.entries(buildExport(changes)))
      await writeFile(join(place, file), JSON.stringify({ items }))
    return place
  }

  beforeAll(async () => {
    await writeExport('dashboard', {
      'commissions.json': [
        buildPaid(1, 251.8000000000001),
        buildCommission(2, 7.25),
        buildCommission(3, 'ten'),
      ],
      'payouts.json': [buildPayout(1, 251.8)],
    })
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Lantern')
    command = `import mantle ${folder.path} ${options}`
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
    expect(withoutProgress(stderr)).toBe(`${report}\n`)
    expect(withoutProgress(tried.stderr).startsWith(`${report}\nNothing was imported: --dry-run.\n`)).toBe(
      true,
    )
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

  test('prints rows that were set aside as a table whose cells no spreadsheet takes for a formula [D421]', async () => {
    const odd = await writeExport('odd', {
      'commissions.json': [
        { ...buildCommission(1, 'x'), id: '=1+1' },
        { ...buildCommission(2, 'x'), id: '@SUM(A1)' },
        { ...buildCommission(3, 'x'), id: '-2+3' },
        buildCommission(4, 7, { affiliateAttributionId: 'nobody' }),
      ],
    })
    await line.value('apps create --name Second')
    const done = await line.run(`import mantle ${odd} ${options} --app Second --accept-set-aside`)
    expect(done.stderr).toContain(
      'Without the referral that they name, because it is not imported: 1 commission.',
    )
    const { stdout } = await line.run('import set-aside --csv')
    for (const cell of [`'=1+1`, `'@SUM(A1)`, `'-2+3`]) expect(stdout).toContain(`,${cell},`)
    expect(stdout).not.toMatch(/(?:^|,)"?[=@]/m)
  })

  test('keeps who imported what and when, by the bytes, and with which settings [D421]', async () => {
    const place = join(folder.path, 'tables')
    await mkdir(place)
    const lines = Object.entries(tables).map(([file, rows]) => [file, rows.join('\r\n')] as const)
    for (const [file, text] of lines) await writeFile(join(place, file), text)
    const named = join(folder.path, 'named.json')
    await writeFile(named, JSON.stringify(columns))
    await line.value('apps create --name Third')
    const startedAt = Date.now()
    const command = `import mantle ${place} --columns ${named} --app Third --cut-over 2025-06-01 --currency EUR`
    const importId = (await line.run(`${command} --accept-set-aside --as noa`)).stdout.trim()
    const [entry] = Object(await line.json('import list')) as readonly Readonly<Record<string, string>>[]
    // The bytes of each file behind its name.
    const sha256 = createHash('sha256').update(lines.map(([file, text]) => `${file}\n${text}`).join(''))
    expect(entry).toMatchObject({
      ...{ importId, source: 'mantle', name: 'tables', actor: 'operator:noa', sha256: sha256.digest('hex') },
      settings: { currency: 'EUR', columns },
      cutOverAt: '2025-06-01T00:00:00.000Z',
    })
    const doneAt = Date.parse(entry?.['createdAt'] ?? '')
    expect(doneAt).toBeGreaterThanOrEqual(startedAt - 1)
    expect(doneAt).toBeLessThanOrEqual(Date.now())
    const audit = await line.json(`audit list --subject history_import`)
    expect(audit).toContainEqual(expect.objectContaining({ id: importId, actor: 'operator:noa' }))
  })
})
