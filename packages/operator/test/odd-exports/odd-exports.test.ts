import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from '../command-line.ts'
import { digits, id, type MantleFolder, type Row, within, writeMantleFolder } from './mantle-folder.ts'
import { oddCases, oddFolder } from './odd-rows.ts'

const options = '--cut-over 2026-08-14 --currency USD --accept-set-aside'

interface MemberSums {
  readonly sourceId: string
  readonly earnedMinor: string
  readonly differenceMinor: string
  readonly paidMinor: string
  readonly openMinor: string
}

interface Balance {
  readonly memberName: string
  readonly currency: string
  readonly due: { readonly direction: string; readonly amount: { readonly amountMinor: string } }
  readonly reported: { readonly amountMinor: string }
}

// Written by somebody who knew the formats of section 1 alone: the sums are theirs, not the importer's.
const expected = oddCases.flatMap(({ name, sums }) =>
  Object.entries(sums).map(([program, [earned, paid, open]]) => ({
    sourceId: `${id(name)}/${id(`program ${program}`)}`,
    ...{ name, earned, paid, open },
  })),
)

const byText = (one: unknown, other: unknown) =>
  JSON.stringify(one).localeCompare(JSON.stringify(other), 'en')

describe.runIf(enginesAtHand.includes('postgres'))('an export full of odd rows', () => {
  const folder = makeFolder()
  let line: CommandLine
  let report: {
    readonly members: { readonly first: readonly MemberSums[] }
    readonly setAside: readonly Row[]
  }

  const importFolder = async (name: string, files: MantleFolder, workspace: string) =>
    Object(
      await line.json(
        `import mantle ${await writeMantleFolder(join(folder.path, name), files)} ${options} --workspace ${workspace}`,
      ),
    )

  const readBalances = async (workspace: string) =>
    ((await line.json(`balances --workspace ${workspace}`)) as readonly Balance[])
      .map(({ memberName, currency, due, reported }) => {
        const sign = due.direction === 'owed_to_member' ? 1 : -1
        return [
          memberName,
          currency,
          sign * Number(due.amount.amountMinor),
          Number(reported.amountMinor),
        ] as const
      })
      .sort(byText)

  beforeAll(async () => {
    line = await createEmptyPlatform()
    for (const name of ['Studio', 'Other']) {
      await line.value(`workspaces create --name ${name}`)
      await line.value(`apps create --name App-of-${name} --workspace ${name}`)
    }
    report = (await importFolder('export', oddFolder(), 'Studio')).report
  })

  afterAll(() => folder.remove())

  test('comes to the sums of each member that its rows come to by hand [D421]', () => {
    const told = report.members.first.map((member) => ({
      sourceId: member.sourceId,
      earned: Number(member.earnedMinor) + Number(member.differenceMinor),
      paid: Number(member.paidMinor),
      open: Number(member.openMinor),
    }))
    expect(told.sort(byText)).toEqual(expected.map(({ name: _, ...sums }) => sums).sort(byText))
  })

  test('leaves balances that are those sums, to the minor unit [D421]', async () => {
    const rows = expected.map(({ name, paid, open }) => [name, 'USD', open, paid] as const)
    expect(await readBalances('Studio')).toEqual([...rows].sort(byText))
  })

  test('sets aside what nobody can decide, and nothing else [D421]', () => {
    expect(report.setAside.map(({ kind, reason, count }) => [kind, reason, count])).toEqual([
      // One handle in two programs.
      ['code', 'code_taken', 1],
      ['commission', 'deleted', 1],
      ['commission', 'no_amount', 1],
      ['commission', 'unknown_payout', 1],
      ['commission', 'without_time', 1],
      ['payout', 'not_paid', 2],
      ['referral', 'shop_referred_twice', 1],
      ['referral', 'unreadable_shop', 1],
    ])
  })

  test('is another export in another workspace, and neither knows of the other [D421]', async () => {
    const before = await readBalances('Studio')
    const { report: other } = await importFolder('export', oddFolder(), 'Other')
    expect(other.members).toEqual(report.members)
    expect(await readBalances('Other')).toEqual(before)
    expect(await readBalances('Studio')).toEqual(before)
  })

  test('is followed by a later one, of which only what is new counts [D421]', async () => {
    const before = new Map((await readBalances('Studio')).map((row) => [row[0], row]))
    await importFolder('later', laterFolder(), 'Studio')
    const again = `import mantle ${join(folder.path, 'later')} ${options} --workspace Studio`
    expect((await line.run(again)).stderr).toContain(
      'Changed there since: 2 commissions cancelled, 43.34 USD; 1 commission paid, 30.00 USD.\n',
    )
    const changed = (await readBalances('Studio')).filter((row) => `${row}` !== `${before.get(row[0])}`)
    expect(changed.filter(([name]) => name !== 'both')).toEqual([
      ['floats', 'USD', 37180 - 1001 - 3333, 0],
      ['processing', 'USD', 0, 3000],
    ])
    await importFolder('export', oddFolder(), 'Studio')
    expect((await readBalances('Studio')).find(([name]) => name === 'processing')).toEqual([
      ...['processing', 'USD', 0, 3000],
    ])
  })
})

/** The same export later: one commission is cancelled, one deleted, one paid, and one says another amount. */
function laterFolder(): MantleFolder {
  const { commissions, payouts, ...rest } = oddFolder()
  const changes: Readonly<Record<string, Row>> = {
    [id('commission f2')]: { cancelled: true, updatedAt: '2024-06-01T00:00:00.000Z' },
    [id('commission f3')]: { deletedAt: '2024-06-02T00:00:00.000Z' },
    [id('commission processing1')]: within('processing'),
    [id('commission hold1')]: { amount: digits('45.00') },
    [id('payout processing')]: {
      ...{ status: 'paid', paidAt: '2024-07-01T00:00:00.000Z', amountPaid: digits('30.00') },
    },
  }
  const change = (row: Row): Row => ({ ...row, ...changes[String(row['id'])] })
  return { ...rest, commissions: commissions.map(change), payouts: payouts.map(change) }
}
