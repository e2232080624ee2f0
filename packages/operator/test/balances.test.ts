import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.runIf(enginesAtHand.includes('postgres'))('balances on a real Postgres', () => {
  let line: CommandLine
  let on80: CommandLine['run']
  let membership: string
  /** When the first payout had been reported. */
  let close: string

  beforeAll(async () => {
    const env = { DATABASE_URL: await createEmptyDatabase() }
    line = createCommandLine(env)
    on80 = createCommandLine(env, 80).run
    await line.value('migrate')
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    const program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name Mia`)
    const create = (amount: string) =>
      `payouts create --membership ${membership} --currency USD --amount ${amount}`
    const first = await line.value(create('125.00'))
    await line.value(`payouts report ${first} --amount 50.00 --currency USD --method sepa`)
    close = Object(await line.json('balances --since 2020-01-01')).asOf
    const second = await line.value(create('20.00'))
    await line.value(`payouts void ${second} --reason twice`)
    await line.value(`payouts report ${first} --amount 75.00 --currency USD --method sepa`)
  })

  test('of a past instant are what was known then, and what came after it is told beside [D189]', async () => {
    const then = { accruedMinor: '12500', takenBackMinor: '0', writtenOffMinor: '0', repaidMinor: '0' }
    const end = { paidMinor: '5000', closingMinor: '7500' }
    expect(await line.json(`balances --as-of ${close}`)).toEqual({
      ...{ asOf: close, since: null },
      balances: [
        { membershipId: null, memberName: null, currency: 'USD', openingMinor: '0', ...then, ...end },
      ],
    })
    const { stdout, stderr } = await line.run(`balances --since ${close} --by-membership --csv`)
    expect(stdout).toBe(
      'memberName,membershipId,currency,opening,accrued,takenBack,writtenOff,repaid,paid,closing\r\n' +
        `Mia,${membership},USD,75.00,20.00,20.00,0.00,0.00,75.00,0.00\r\n`,
    )
    expect(stderr).toMatch(/^Booked by 20\d\d-.*Z\.\n$/)
    expect(await line.value(`balances --since ${close} --currency EUR`)).toBe('Nothing to list.')
    const narrow = await on80(`balances --since ${close}`)
    expect(narrow.stdout.split('\n').map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['opening', 'accrued', 'taken back', 'paid', 'closing'],
      ['75.00 USD', '20.00 USD', '20.00 USD', '75.00 USD', '0.00 USD'],
      [''],
    ])
  })

  test('of now are numbers beside their currency in CSV [D189]', async () => {
    const { stdout } = await line.run('balances --csv')
    expect(stdout).toBe(
      'memberName,currency,due,held,unpaid,reported,confirmed,membershipId\r\n' +
        `Mia,USD,0.00,0.00,0.00,125.00,0.00,${membership}\r\n`,
    )
  })

  test.each([
    ['balances --as-of 2199-01-01', 1, 'in the future'],
    [`balances --since 2026-02-01 --as-of 2026-01-01`, 2, '--since is later than --as-of.'],
    ['balances --by-membership', 2, '--by-membership needs --as-of or --since.'],
    ['balances --as-of yesterday', 2, 'A date such as'],
  ])('rejects %s [D189]', async (command, exitCode, message) => {
    expect(await line.rejection(command, exitCode)).toContain(message)
  })
})
