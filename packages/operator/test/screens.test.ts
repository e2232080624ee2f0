import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('the demo on a screen', () => {
  let url: string
  let ids: Record<string, string>

  beforeAll(async () => {
    url = await createPostgresCopy()
    ids = Object(await createCommandLine({ DATABASE_URL: url }).json('seed')).ids
  })

  const open = (columns?: number): CommandLine => createCommandLine({ DATABASE_URL: url }, columns)
  const here = (command: string) => `${command} --workspace ${ids['workspaceId']}`
  const inApp = (command: string) => `${here(command)} --app ${ids['appId']}`

  /** Runs a command as on a screen, and returns its lines without the isolates that it writes for the screen. */
  async function read(columns: number, command: string): Promise<readonly string[]> {
    const { exitCode, stdout } = await open(columns).run(command)
    expect(exitCode).toBe(0)
    return stdout
      .replaceAll(/\p{Cf}/gu, '')
      .trimEnd()
      .split('\n')
  }

  test.each([60, 80, 120])('shows what decides first and ids last, in %i columns [D325]', async (columns) => {
    const [{ id: runId }] = Object(await open().json(here('payouts runs list --limit 1')))
    for (const [command, decides, id] of [
      [inApp('payouts list'), 'payee amount unpaid status', 'id'],
      [here('balances'), 'member name due unpaid', 'membership id'],
      [here('balances --since 2026-01-01 --by-membership'), 'member name opening', ''],
      [here('payouts preview --as-of 2026-06-01'), 'member name decision available reason', ''],
      [here(`payouts runs show ${runId}`), 'member name decision available', 'payout id'],
      [here('payouts runs list'), 'as of amount unpaid', 'id'],
      [inApp('commissions list'), 'member name amount status', 'id'],
      [inApp('memberships list'), 'name status', 'id'],
      [inApp('programs list'), 'name status', 'id'],
      [inApp('groups list'), 'name program status', 'id'],
      [inApp('referrals list'), 'shop domain member name status', 'id'],
      [here('keys list'), 'name kind state last used at', 'id'],
      [here('apps list'), 'name', 'id'],
    ] as const) {
      const rows = (await read(columns, command)).filter((row) => !/^(?:[\da-f]{64})?$/.test(row))
      const places = (row: string) => [...row.replaceAll(/\p{Mn}/gu, '')].length
      expect(rows.filter((row) => places(row) > columns)).toEqual([])
      const names = rows[0]?.split(/ {2,}/) ?? []
      expect(names.join(' ').slice(0, decides.length)).toBe(decides)
      const ofIds = names.map((name) => /(?:^| )id$/.test(name))
      expect(ofIds).toEqual(ofIds.toSorted())
      if (id !== '') expect(names).toContain(id)
      expect(rows.join('\n')).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
    }
  })

  test('states stay apart where they are cut, and amounts are never cut', async () => {
    const [, ...rows] = await read(60, inApp('payouts list --limit 1000'))
    expect(rows.some((row) => / partially_r…/.test(row))).toBe(true)
    expect(rows.some((row) => / partially_c…/.test(row))).toBe(true)
    for (const row of rows) expect(row).toMatch(/ \d+(?:\.\d+)? [A-Z]{3} +\d+(?:\.\d+)? [A-Z]{3} /)
  })

  test('balances of nothing come last in the table, and JSON keeps its order', async () => {
    const [, ...rows] = await read(200, here('balances'))
    const isSettled = (row: string) => {
      const sums = row.split(/ {2,}/).slice(1, 4)
      return sums.every((sum) => /^0(?:\.0+)? [A-Z]{3}$/.test(sum))
    }
    const first = rows.findIndex(isSettled)
    expect(first).toBeGreaterThan(0)
    expect(rows.slice(first).every(isSettled)).toBe(true)
    const json = here('balances --json')
    expect(await open(60).value(json)).toBe(await open().value(json))
  })

  test('a run and its preview say in 80 columns why somebody is left out, and of nothing last', async () => {
    const [{ id: runId }] = Object(await open().json(here('payouts runs list --limit 1')))
    for (const command of [here('payouts preview'), here(`payouts runs show ${runId}`)]) {
      const { decisions } = Object(await open().json(command))
      const isOfNothing = ({ sum }: { sum: { amount: { amountMinor: string } } }) =>
        sum.amount.amountMinor === '0'
      const nothing = decisions.filter(isOfNothing).length
      expect(nothing).toBeGreaterThan(0)
      expect((await read(60, command))[0]).toContain(' reason')
      const rows = (await read(80, command)).slice(1, decisions.length + 1)
      const last = rows.findIndex((row) => / 0(?:\.0+)? [A-Z]{3}(?: |$)/.test(row))
      expect(last).toBe(decisions.length - nothing)
      const below = rows.filter((row) => / below_thr/.test(row))
      expect(below.length).toBeGreaterThan(0)
      for (const row of below)
        expect(row).toMatch(/ below_thr\S+ +[\d.]+ [A-Z]{3} +(?:- +)?\d[\d.]* [A-Z]{3}/)
      const wide = await read(80, `${command} -o wide`)
      expect(wide[0]).toMatch(/ held .* membership id$/)
      expect(wide.join('\n')).toContain(` ${decisions[0].membershipId}`)
      expect((await open(80).run(command)).stderr).toMatch(/^Not shown: held.*\. Use -o wide or --json\.\n/)
    }
  })

  test('-o wide, --columns and a pipe show whole ids [D325]', async () => {
    const [payout] = Object(await open().json(inApp('payouts list --limit 1')))
    const wide = await read(60, inApp('payouts list --limit 1 -o wide'))
    expect(wide.join('\n')).toContain(payout.membershipId)
    expect(await read(60, inApp('payouts list --limit 1 --columns id,unpaid'))).toEqual([
      expect.stringMatching(/^id +unpaid$/),
      expect.stringMatching(new RegExp(`^${payout.id} +\\d`)),
    ])
    expect((await open().run(inApp('payouts list --limit 1'))).stdout).toMatch(
      new RegExp(`^id +payee +status .*\\n${payout.id} `),
    )
    expect(await open(60).rejection(inApp('payouts list -o narrow'), 2)).toContain('Allowed choices are wide')
  })

  test('facts are sentences that fit the screen, with what they are about [D325]', async () => {
    const [payout] = Object(await open().json(inApp('payouts list --status partially_confirmed --limit 1')))
    const { facts } = Object(await open().json(here(`payouts show ${payout.id}`)))
    const rows = await read(60, here(`payouts show ${payout.id}`))
    expect(rows.filter((row) => row.length > 60)).toEqual([])
    expect(rows.join(' ')).toMatch(
      new RegExp(`${facts[0].id.slice(-8)}  reported [\\d.]+ ${payout.currency} by \\w+.*\\d{4}, `),
    )
    expect(rows.join(' ')).toMatch(/ confirmed [\d.]+ [A-Z]{3} of report [\da-f]{8}, /)
  })
})
