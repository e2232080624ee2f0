import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const largestAmount = '9'.repeat(38)

describe.skipIf(!enginesAtHand.includes('postgres'))('an amount on the command line', () => {
  let line: CommandLine
  let membership: string

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name Studio')
    await line.value('apps create --name App')
    const program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name Harbour`)
  })

  test.each([
    ['--amount-minor=0', 'USD', '--amount-minor: More than 0.'],
    ['--amount-minor=-5', 'USD', '--amount-minor: Digits only'],
    ['--amount-minor=05', 'USD', '--amount-minor: Digits only'],
    ['--amount-minor=1.50', 'USD', '--amount-minor: Digits only'],
    [`--amount-minor=1${largestAmount}`, 'USD', '--amount-minor: Digits only, no leading zero, at most 38'],
    ['--amount=0', 'JPY', '--amount: More than 0'],
    ['--amount=0.00', 'USD', '--amount: More than 0'],
    ['--amount=-5.00', 'USD', '--amount: More than 0'],
    ['--amount=05.00', 'USD', '--amount: More than 0'],
    ['--amount=1,234.00', 'USD', '--amount: More than 0'],
    ['--amount=12500', 'USD', 'Write --amount 12500.00, or --amount-minor 12500 if these are minor units.'],
    ['--amount=12500', 'KWD', 'Write --amount 12500.000, or --amount-minor 12500 if these are minor units.'],
    ['--amount=1.505', 'USD', '--amount: USD has 2 decimals.'],
    ['--amount=1250.0', 'JPY', '--amount: JPY has no decimals.'],
    [`--amount=${'9'.repeat(37)}.00`, 'USD', '--amount: At most 38 digits'],
    ['--amount=1.00 --amount-minor=100', 'USD', '--amount 125.00 or as --amount-minor 12500.'],
    ['--amount-minor=5', 'XXX', '--currency: A supported ISO 4217'],
  ])('rejects a payout of %s %s [D16]', async (amount, currency, message) => {
    for (const command of [
      `payouts create --membership ${membership}`,
      `payouts report ${unknownId} --method bank`,
      `payouts confirm ${unknownId}`,
    ]) {
      expect(await line.rejection(`${command} ${amount} --currency ${currency}`, 2)).toContain(message)
    }
  })

  test('rejects a payout without an amount', async () => {
    const command = `payouts create --membership ${membership} --currency USD`
    expect(await line.rejection(command, 2)).toBe(
      'Give the amount either as --amount 125.00 or as --amount-minor 12500.\n',
    )
  })

  test.each([
    ['--amount 125.00', 'USD', '12500', '125.00 USD'],
    ['--amount 125.5', 'usd', '12550', '125.50 USD'],
    ['--amount-minor 12500', 'USD', '12500', '125.00 USD'],
    ['--amount 12500', 'JPY', '12500', '12500 JPY'],
    ['--amount 1.250', 'kwd', '1250', '1.250 KWD'],
    [`--amount ${'9'.repeat(36)}.99`, 'USD', largestAmount, `${'9'.repeat(36)}.99 USD`],
  ])(
    'reads %s %s, and shows money as money wherever a person reads it [D16]',
    async (amount, currency, amountMinor, money) => {
      const created = await line.run(
        `payouts create --membership ${membership} ${amount} --currency ${currency}`,
      )
      const payout = created.stdout.trim()
      expect(created.stderr).toContain(`Payout of ${money} was created.\n`)
      expect(await line.json(`payouts show ${payout}`)).toMatchObject({
        amountMinor,
        currency: currency.toUpperCase(),
      })

      const report = `payouts report ${payout} ${amount} --currency ${currency} --method bank`
      const zero = money.replaceAll(/[1-9]/g, '0').replace(/^0+(?=\d)/, '')
      expect((await line.run(report)).stderr).toContain(`unpaid: ${zero}.\n`)
      const shown = (await line.run(`payouts show ${payout}`)).stdout
      expect(shown).toContain(
        `\namount             ${money}\nunpaid             ${zero}\nreported           ${money}\n`,
      )
      expect(shown.split(` ${money} `), 'in the facts').toHaveLength(2)
      expect((await line.run('payouts list --limit 1')).stdout).toContain(
        `${payout}  Harbour  reported  ${money}  ${zero}  `,
      )
    },
  )
})
