import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('parts in the place of ids, on a real Postgres', () => {
  let line: CommandLine
  let membership: string
  const first = '01890000-0000-7000-8000-0000aaaa0001'
  const second = '01890000-0000-7000-8000-0000bbbb0002'
  const amount = '--amount 10.00 --currency USD'

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    await line.value('programs create --name Partners')
    membership = await line.value('memberships create --program Partners --name', 'Harbour Studio')
    for (const id of [first, second]) {
      await line.value(`payouts create --id ${id} --membership ${membership} ${amount}`)
    }
  })

  test('a record is named by the end of its id, in either case, and by a longer beginning [D325]', async () => {
    expect(await line.json('payouts show AAAA0001')).toMatchObject({ id: first })
    expect(await line.json('payouts show 01890000-0000-7000-8000-0000b')).toMatchObject({ id: second })
    const report = await line.value(`payouts report aaaa0001 ${amount} --method sepa`)
    const confirmation = await line.value(`payouts confirm ${report.slice(-8)} ${amount}`)
    await line.value(`payouts retract-confirmation ${confirmation.slice(-8)} --reason Slip`)
    expect(await line.json(`payouts show ${first}`)).toMatchObject({ status: 'reported' })
  })

  test('flags take a part too [D325]', async () => {
    const part = membership.slice(-8)
    expect(await line.json(`payouts list --membership ${part}`)).toHaveLength(2)
    expect(await line.json('audit list --record bbbb0002')).toMatchObject([{ subjectId: second }])
    expect(await line.json('commissions list --payout bbbb0002')).toMatchObject([{ payoutId: second }])
  })

  test('a part that several ids have is rejected with all of them, and changes nothing [D325]', async () => {
    const message = await line.rejection('payouts void 018900 --reason Slip', 1)
    expect(message).toMatch(/^Several payouts have an id that begins or ends so\. Give the id of the one/)
    expect(message).toContain(first)
    expect(message).toContain(second)
    expect(await line.json(`payouts show ${second}`)).toMatchObject({ status: 'unreported' })
  })

  test('a name that is also a part of an id is told from it by no guess [D325]', async () => {
    const part = membership.slice(-8)
    const other = await line.value(`memberships create --program Partners --name ${part}`)
    expect(await line.rejection(`memberships close ${part} --reason Slip`, 1)).toMatch(
      new RegExp(`id +name +within\n(?:${membership} +Harbour Studio|${other} +${part} +Partners)`),
    )
  })

  test('a part of another kind of id is distinguished from an unknown one, and a shorter one is none [D325]', async () => {
    expect(await line.rejection(`payouts show ${membership.slice(-8)}`, 1)).toContain(
      'The workspace has no payout with this id. It is the id of a membership (Harbour Studio).',
    )
    expect(await line.rejection('payouts show 99999999', 1)).toContain('affiliate-service find')
    expect(await line.rejection('referrals show a0001', 2)).toContain('at least 6 characters')
    expect(await line.rejection('payouts show a0001', 1)).toContain('no payout with this reference')
  })
})
