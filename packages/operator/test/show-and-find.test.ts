import { toPayoutReference } from '@affiliate-platform/platform/payout-files'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('show and find, on a real Postgres', () => {
  let line: CommandLine
  let membership: string
  const payout = '01890000-0000-7000-8000-0000bbbb0002'

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name Ours')
    await line.value('apps create --name Reviews')
    await line.value('programs create --name Partners')
    membership = await line.value('memberships create --program Partners --name', 'Harbour Studio')
    const amount = '--amount 10.00 --currency USD'
    await line.value(`payouts create --id ${payout} --membership ${membership} ${amount}`)
  })

  test('find takes a part of an id and the beginning of a name', async () => {
    expect(await line.json('find harbour')).toMatchObject([{ kind: 'membership', id: membership }])
    expect(await line.json('find bbbb0002')).toMatchObject([{ kind: 'payout', id: payout }])
    expect(await line.json('find studio')).toMatchObject([{ kind: 'membership', id: membership }])
    expect((await line.run('find partn')).stderr).toMatch(/^More: affiliate-service programs show \S+\n$/)
  })

  test('a payout is found by the reference of payment files, and by that of its payment [D479]', async () => {
    const reference = toPayoutReference(payout)
    expect(await line.json(`payouts show ${reference}`)).toMatchObject({
      id: payout,
      paymentReference: reference,
    })
    expect(await line.json(`find ${reference.toLowerCase()}`)).toMatchObject([{ kind: 'payout', id: payout }])
    expect(await line.rejection('payouts show 8XK2', 1)).toMatch(
      /^The workspace has no payout with this reference\. /,
    )

    const half = '--amount 5.00 --currency USD --method paypal --reference 8XK2'
    const report = await line.value(`payouts report ${payout} ${half}`)
    expect(await line.json('find 8xk2')).toMatchObject([{ kind: 'report', id: report, of: { id: payout } }])
    expect(await line.json('payouts show 8xk2')).toMatchObject({ id: payout })
    await line.value(`payouts return ${report} --reference R-77 --reason Closed`)
    expect(await line.json('payouts show r-77')).toMatchObject({ id: payout })
    await line.value(`payouts report ${payout} ${half} --yes`)
    expect(await line.json('payouts show 8XK2')).toMatchObject({ id: payout })

    const amount = '--amount 10.00 --currency USD'
    const other = await line.value(`payouts create --membership ${membership} ${amount}`)
    await line.value(`payouts report ${other} ${half}`)
    const message = await line.rejection('payouts show 8XK2', 1)
    expect(message).toMatch(
      /^Several payouts have a payment with this reference\. Give the id of the one you mean:\n/,
    )
    for (const id of [payout, other]) expect(message.split(id)).toHaveLength(2)
  })

  test('memberships, groups and programs are shown as the interface shows them, with their terms', async () => {
    expect(await line.json(`memberships show ${membership.slice(-8)}`)).toMatchObject({
      ...{ id: membership, kind: 'memberships', memberName: 'Harbour Studio' },
      ...{ termsInForce: null, terms: { items: [], total: 0 } },
    })
    const { stdout, stderr } = await line.run('memberships show', 'Harbour Studio')
    expect(stdout).toMatch(/^member name +Harbour Studio\n(?:.|\n)*\nIt has no terms of its own\.\n$/)
    expect(stderr).toContain(`payees show ${membership}`)
    expect(await line.json('programs show partners')).toMatchObject({ name: 'Partners', terms: { total: 0 } })
    const group = await line.value('groups create --program Partners --name Gold')
    expect(await line.json('groups show gold')).toMatchObject({ id: group, groupName: 'Gold' })
    expect(await line.rejection(`groups show ${membership}`, 1)).toContain('It is the id of a membership')
  })
})
