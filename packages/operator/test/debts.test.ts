import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildExampleRules, buildLine, buildRefund } from '@affiliate-platform/test-support/money-world'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('debts on a real Postgres', () => {
  const folder = makeFolder()
  let line: CommandLine
  let membership: string

  const write = async (name: string, text: string) => {
    const path = join(folder.path, name)
    await writeFile(path, text)
    return path
  }

  // A sale that was paid, then refunded, of a member who left.
  beforeAll(async () => {
    line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    const program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name Mia`)
    const rules = await write('agreed.json', JSON.stringify({ rules: buildExampleRules() }))
    const refer = `referrals create --membership ${membership} --shop shop.myshopify.com`
    await line.json(`${refer} --installed-at 2026-01-01T00:00:00Z --contract ${rules} --reason mail`)
    const importLine = async (sale: object) =>
      line.json(`sales import --file ${await write('sales.ndjson', `${JSON.stringify(sale)}\n`)}`)
    await importLine(buildLine())
    const { hash } = Object(await line.json('payouts preview --as-of 2026-04-01'))
    await line.run(`payouts run --as-of 2026-04-01 --preview ${hash}`)
    await importLine(buildRefund())
    await line.run(`memberships close ${membership} --reason left`)
  })

  afterAll(() => folder.remove())

  const of = (amount: string) => `--membership ${membership} --currency USD --amount ${amount} --reason left`

  test('are listed, and ended for a closed membership; what is wrong is refused in words [D225]', async () => {
    expect(await line.json('debts list')).toMatchObject([
      { membershipId: membership, status: 'closed', currency: 'USD', owedMinor: '380' },
    ])
    expect((await line.run('debts list --csv')).stdout).toContain(`3.80,USD,${membership},Mia,closed\r\n`)
    // What one member owes does not pay another.
    expect((await line.run('balances')).stderr).toBe(
      'Total in USD: due 0.00 USD, owed by members 3.80 USD, unpaid 3.80 USD.\n',
    )
    expect(await line.run(`debts write-off ${of('3.81')}`)).toMatchObject({
      ...{ exitCode: 1, stdout: '', stderr: expect.stringContaining('The membership owes 3.80 USD') },
    })
    const { stdout, stderr } = await line.run(`debts write-off ${of('3.80')} --as mia`)
    expect(stderr).toContain('3.80 USD was written off. In no payout: 0.00 USD.')
    expect(await line.json('debts list')).toEqual([])
    expect(await line.json(`commissions show ${stdout.trim()}`)).toMatchObject({
      ...{ cause: 'write_off', entry: 'accrual', reason: 'left' },
    })
    expect(await line.value(`explain commission ${stdout.trim()}`)).toContain(
      'written off by operator:mia: left',
    )
    await line.value(`debts undo ${stdout.trim()} --reason wrong`)
    expect(await line.rejection(`debts undo ${stdout.trim()} --reason wrong`, 1)).toContain('already')
    expect(await line.value(`debts repaid ${of('3.80')}`)).toMatch(/^[\da-f-]{36}$/)
    expect(await line.value(`debts deduct ${of('1.00')}`)).toMatch(/^[\da-f-]{36}$/)
    expect(await line.json('debts list')).toMatchObject([{ owedMinor: '100' }])
  })

  test('that a refund of the wrong sale led to are put right by a link [D227]', async () => {
    const { posted } = Object(await line.json('transactions link refund/1 --sale sale/1 --reason invoice'))
    expect(posted).toBe(0)
    expect(await line.json('transactions links')).toMatchObject([{ refundId: 'refund/1', saleId: 'sale/1' }])
    const again = await line.run('transactions link refund/1 --sale sale/1 --reason same')
    expect(again).toMatchObject({ exitCode: 0, stderr: 'It is so already. Nothing was changed.\n' })
    await line.value('transactions unlink refund/1 --reason wrong')
    expect(await line.json('transactions links')).toMatchObject([{ saleId: null }])
    expect(await line.rejection('transactions link sale/1 --sale sale/1 --reason x', 1)).toContain('a sale')
    expect(await line.rejection('transactions link refund/1 --sale none --reason x', 1)).toContain('--sale: ')
  })
})
