import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const largestAmount = '9'.repeat(38)

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let line: CommandLine
  let program: string
  let membership: string

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name Studio')
    await line.value('apps create --name App')
    program = await line.value('programs create --name Partners')
    membership = await line.value(`memberships create --program ${program} --name Harbour`)
  })

  const createPayout = (amount = '10000', currency = 'USD') =>
    line.value(`payouts create --membership ${membership} --amount-minor ${amount} --currency ${currency}`)

  const report = (payout: string, amount = '10000') =>
    line.value(`payouts report ${payout} --amount-minor ${amount} --currency USD --method bank`)

  const show = async (payout: string) => Object(await line.json(`payouts show ${payout}`))

  test('creates a payout of 38 digits in the group of its membership at that time', async () => {
    const group = await line.value(`groups create --program ${program} --name Gold`)
    await line.value(`memberships move ${membership} --group ${group}`)

    const payout = await createPayout(largestAmount, 'KWD')
    await line.value(`memberships move ${membership} --no-group`)

    expect(await show(payout)).toMatchObject({
      groupId: group,
      membershipId: membership,
      status: 'unreported',
      amountMinor: largestAmount,
      unpaidMinor: largestAmount,
      currency: 'KWD',
      facts: [],
    })
    const report = `payouts report ${payout} --amount-minor ${largestAmount} --currency KWD --method bank`
    expect(await line.json(report)).toMatchObject({ payout: { status: 'reported', unpaidMinor: '0' } })
  })

  test('rejects a payout to an unknown membership', async () => {
    const command = `payouts create --membership ${unknownId} --amount-minor 5 --currency USD`
    expect(await line.rejection(command, 1)).toBe(
      'The workspace has no such membership. See memberships list.\n',
    )
  })

  test('follows a payout from its report to its confirmation, and says the state each time [D17]', async () => {
    const payout = await createPayout()
    const first = await line.run(
      `payouts report ${payout} --amount-minor 4000 --currency USD --method paypal --reference 7XK2 --paid-at 2026-05-31T11:00:00+02:00`,
    )
    const reportId = first.stdout.trim()
    expect(first.stderr).toBe('The payout is now partially_reported; unpaid: 60.00 USD.\n')

    const second = await line.run(`payouts report ${payout} --amount-minor 6000 --currency USD --method bank`)
    expect(second.stderr).toBe('The payout is now reported; unpaid: 0.00 USD.\n')
    expect(await line.json(`payouts confirm ${reportId} --amount-minor 4000 --currency USD`)).toMatchObject({
      payout: { id: payout, status: 'partially_confirmed' },
    })
    expect((await show(payout)).facts).toMatchObject([
      {
        kind: 'report',
        id: reportId,
        amountMinor: '4000',
        method: 'paypal',
        reference: '7XK2',
        paidAt: '2026-05-31T09:00:00.000Z',
      },
      { kind: 'report', amountMinor: '6000', method: 'bank', reference: null },
      { kind: 'confirmation', about: reportId, amountMinor: '4000' },
    ])
    const { stdout } = await line.run(`payouts show ${payout}`)
    expect(stdout).toMatch(/^id +\S+\npayee .*\nstatus +partially_confirmed\n[\s\S]*\n\nfacts\n/)
    expect(stdout).toContain(`\n${reportId}  reported 40.00 USD by paypal 7XK2, 31 May 2026, operator:`)
    expect(stdout).toContain(`  confirmed 40.00 USD of report ${reportId}, `)
  })

  test('disputes a report, closes the dispute, and retracts the report', async () => {
    const payout = await createPayout()
    const reportId = await report(payout)
    const dispute = await line.value(`payouts dispute ${reportId} --reason`, 'Nothing arrived')
    expect((await show(payout)).status).toBe('disputed')

    const close = await line.run(`payouts close-dispute ${dispute} --resolution`, 'It did, a day later')
    expect(close).toMatchObject({
      stdout: `${payout}\n`,
      stderr: 'The payout is now reported; unpaid: 0.00 USD.\n',
    })
    expect(await line.value(`payouts retract ${reportId} --reason returned`)).toBe(payout)
    expect(await show(payout)).toMatchObject({
      status: 'unreported',
      unpaidMinor: '10000',
      facts: [
        { kind: 'report', id: reportId },
        { kind: 'dispute', id: dispute, about: reportId, reason: 'Nothing arrived' },
        { kind: 'closing', about: dispute, reason: 'It did, a day later' },
        { kind: 'retraction', about: reportId, reason: 'returned' },
      ],
    })
  })

  test('voids a payout', async () => {
    const payout = await createPayout()

    expect(await line.json(`payouts void ${payout} --reason twice`)).toEqual({
      id: null,
      payout: expect.objectContaining({ id: payout, status: 'voided', unpaidMinor: '0' }),
    })
  })

  describe('rejects, and writes nothing:', () => {
    let payout: string
    let reportId: string
    let dispute: string
    let factsBefore: unknown

    beforeAll(async () => {
      payout = await createPayout()
      reportId = await report(payout)
      dispute = await line.value(`payouts dispute ${reportId} --reason late`)
      await line.value(`payouts close-dispute ${dispute} --resolution arrived`)
      await line.value(`payouts confirm ${reportId} --amount-minor 9000 --currency USD`)
      factsBefore = (await show(payout)).facts
    })

    const expectRejected = async (command: string, message: string) => {
      expect(await line.rejection(command, 1)).toBe(`${message}\n`)
      expect((await show(payout)).facts).toEqual(factsBefore)
    }

    test('a report above the amount of the payout', () =>
      expectRejected(
        `payouts report ${payout} --amount-minor 1 --currency USD --method bank`,
        'Nothing is left to report: the reports of a payout, disputed ones included, cannot exceed it. See payouts show.',
      ))

    test('a confirmation above its report, one unit being enough', async () => {
      await expectRejected(
        `payouts confirm ${reportId} --amount-minor 1001 --currency USD`,
        'At most 10.00 USD is left to confirm: the confirmations of a report cannot exceed it.',
      )
    })

    test('an amount in another currency', () =>
      expectRejected(`payouts confirm ${reportId} --amount-minor 10 --currency EUR`, 'The payout is in USD.'))

    test('the closing of a closed dispute', () =>
      expectRejected(
        `payouts close-dispute ${dispute} --resolution again`,
        'The dispute has already been closed.',
      ))

    test.each([
      ['payouts report ID --amount-minor 1 --currency USD --method bank', 'payout'],
      ['payouts void ID --reason x', 'payout'],
      ['payouts show ID', 'payout'],
      ['payouts confirm ID --amount-minor 1 --currency USD', 'report'],
      ['payouts retract ID --reason x', 'report'],
      ['payouts dispute ID --reason x', 'report'],
      ['payouts close-dispute ID --resolution x', 'dispute'],
    ])('%s with an unknown id, or one of another kind', async (command, kind) => {
      for (const id of [unknownId, kind === 'payout' ? reportId : payout]) {
        const message = await line.rejection(command.replace('ID', id), 1)
        expect(message).toContain(`The workspace has no ${kind} with this id.`)
      }
    })

    test.each([
      ['payouts report ID --amount-minor 1 --currency USD --method bank', '<payout>'],
      ['payouts confirm ID --amount-minor 1 --currency USD', '<report>'],
      ['payouts retract ID --reason x', '<report>'],
      ['payouts dispute ID --reason x', '<report>'],
      ['payouts close-dispute ID --resolution x', '<dispute>'],
      ['payouts void ID --reason x', '<payout>'],
    ])('%s with an id that is no UUID', async (command, name) => {
      expect(await line.rejection(command.replace('ID', '42'), 2)).toContain(`${name}: A record id (UUID)`)
    })

    test('a payout to be shown that is neither an id nor a reference', async () => {
      expect(await line.rejection('payouts show 42', 1)).toContain('no payout with this reference. ')
    })

    test('a time without an offset', async () => {
      const command = `payouts report ${payout} --amount-minor 1 --currency USD --method bank --paid-at 2026-05-31T09:00:00`
      expect(await line.rejection(command, 2)).toContain(
        '--paid-at: A date such as 2027-01-31, which begins at 00:00 UTC, or an RFC 3339',
      )
    })
  })

  test('takes a confirmation to the last unit of its report', async () => {
    const reportId = await report(await createPayout())
    await line.value(`payouts confirm ${reportId} --amount-minor 9000 --currency USD`)

    expect(await line.json(`payouts confirm ${reportId} --amount-minor 1000 --currency USD`)).toMatchObject({
      payout: { status: 'confirmed' },
    })
  })

  test('takes no further report for a voided payout, and voids it once [D47]', async () => {
    const payout = await createPayout()
    await line.value(`payouts void ${payout} --reason twice`)

    const again = `payouts report ${payout} --amount-minor 1 --currency USD --method bank`
    expect(await line.rejection(again, 1)).toBe('The payout is voided.\n')
    expect(await line.rejection(`payouts void ${payout} --reason again`, 1)).toBe('The payout is voided.\n')
    expect((await show(payout)).facts).toHaveLength(1)
  })

  test('takes nothing about a retracted report, and retracts it once [D47]', async () => {
    const payout = await createPayout()
    const reportId = await report(payout)
    await line.value(`payouts retract ${reportId} --reason wrong`)

    for (const command of [
      `payouts confirm ${reportId} --amount-minor 1 --currency USD`,
      `payouts dispute ${reportId} --reason late`,
      `payouts retract ${reportId} --reason again`,
    ]) {
      expect(await line.rejection(command, 1)).toContain('The report is retracted.')
    }
    expect((await show(payout)).facts).toHaveLength(2)
  })

  test('lists payouts newest first over several pages of the interface, and with its filters', async () => {
    const other = await line.value(`memberships create --program ${program} --name Nordlys`)
    const ids: string[] = []
    for (let amount = 1; amount <= 3; amount += 1) {
      ids.push(
        await line.value(`payouts create --membership ${other} --amount-minor ${amount} --currency EUR`),
      )
    }

    const all = `payouts list --membership ${other}`
    expect(Object(await line.json(all)).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    const { stdout, stderr } = await line.run(`${all} --limit 2`)
    expect(stdout).toMatch(
      /^id +payee +status +amount +unpaid +reported +confirmed +program .*\n(?:.* unreported .*\n){2}$/,
    )
    const cursor = /^There are more: continue with --cursor (\S+)\n$/.exec(stderr)?.[1]
    expect(await line.json(`${all} --cursor ${cursor}`)).toMatchObject([{ id: ids[0] }])
    expect(await line.json(`payouts list --search nordl --currency eur --status unreported`)).toHaveLength(3)
    expect(await line.json(`${all} --from 2026-01-01 --to 2026-01-02`)).toEqual([])
  })

  test.each([
    ['--from yesterday', '--from: A date such as'],
    ['--from 2026-02-01 --to 2026-01-01', '--from: from must not be after to.'],
    ['--currency EURO', '--currency: '],
  ])('rejects the filter %s', async (filter, message) => {
    expect(await line.rejection(`payouts list ${filter}`, 2)).toContain(message)
  })
})
