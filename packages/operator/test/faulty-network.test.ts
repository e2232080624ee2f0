import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, newId, openDatabase } from '@affiliate-platform/platform/database'
import { type FaultProxy, faults, startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

// A life is the sixteen commands that move money, each of them once.
const lives = scale({ quick: 2, soak: 72 })
const faultyLives = scale({ quick: 2, soak: 40 })
const folder = makeFolder()
afterAll(() => folder.remove())

/** How many records each table has after so many lives. */
const recordsOfALife = {
  ...{ payouts: 3, payment_reports: 3, payment_report_retractions: 1, payment_confirmations: 1 },
  ...{
    payment_confirmation_retractions: 1,
    payment_disputes: 1,
    payment_dispute_closings: 1,
    payment_report_returns: 1,
  },
  ...{ payout_voids: 1, payout_runs: 1, payout_exclusions: 2, payees: 1 },
}

/** Runs a command until it has succeeded, and returns what it printed. */
type Insist = (command: string, options?: { readonly id?: string }) => Promise<string>

describe.skipIf(!enginesAtHand.includes('postgres'))('money commands over a network that fails', () => {
  let url: string
  let database: Database
  let losing: TcpProxy
  let faulty: FaultProxy

  beforeAll(async () => {
    url = await createEmptyDatabase()
    await createCommandLine({ DATABASE_URL: url }).value('migrate')
    database = await openDatabase({ url })
    losing = await startTcpProxy(url)
    faulty = await startFaultProxy(url)
  })

  afterAll(async () => {
    await database.close()
    losing.close()
    faulty.close()
  })

  /** Pays, corrects and voids, from an app of its own to the counts of its records. */
  async function live(insist: Insist): Promise<void> {
    const noMoney = { amountMinor: '0', currency: 'USD' }
    const app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 30 })
    await collect(database, app, [{ on: '2026-02-01', gross: '19.0', net: '18.45' }])
    const at = `--workspace ${app.workspaceId}`
    const { membershipId } = app
    const amount = '--amount-minor 1000 --currency USD'
    const add = (command: string) => insist(`${command} ${at}`, { id: newId() })
    const say = (command: string) => insist(`${command} ${at}`)

    await say(`payees set ${membershipId} --name Mia --method paypal --email mia@example.com`)
    await say(`payouts exclude ${membershipId} --reason documents`)
    await say(`payouts include ${membershipId} --reason complete`)
    const preview = JSON.parse(
      await createCommandLine({ DATABASE_URL: url }).value(`payouts preview --as-of 2026-04-01 --json ${at}`),
    )
    await add(`payouts run --as-of 2026-04-01 --preview ${preview.hash}`)
    const payout = await add(`payouts create --membership ${membershipId} ${amount}`)
    const first = await add(`payouts report ${payout} ${amount} --method bank`)
    const confirmation = await add(`payouts confirm ${first} ${amount}`)
    await say(`payouts retract-confirmation ${confirmation} --reason other`)
    const dispute = await add(`payouts dispute ${first} --reason late`)
    await say(`payouts close-dispute ${dispute} --resolution arrived`)
    await say(`payouts retract ${first} --reason mistyped`)
    const second = await add(`payouts report ${payout} ${amount} --method bank`)
    await say(`payouts return ${second} --reference B1 --reason bounced`)
    await say(`payouts void ${payout} --reason twice`)
    const paid = await add(`payouts create --membership ${membershipId} ${amount}`)
    const results = join(folder.path, `${paid}.csv`)
    await writeFile(results, `reference,amount,currency,transaction\n${paid},10.00,USD,7XK2\n`)
    await say(`payouts import-results ${results} --method paypal`)
    await expectOneOfEach(app.workspaceId)
  }

  async function expectOneOfEach(workspaceId: string): Promise<void> {
    const counts = Object.keys(recordsOfALife).map(
      (table) => `(select count(*)::integer from ${table} where workspace_id = $1) as ${table}`,
    )
    const statement = { name: 'test_counts', text: `select ${counts.join(', ')}` }
    expect(await database.query(statement, [workspaceId])).toEqual([recordsOfALife])
  }

  test('leave one record each when every response is lost, and they are run again [D71]', async () => {
    const line = createCommandLine({ DATABASE_URL: losing.url })
    let lost = 0
    const insist: Insist = async (command, { id } = {}) => {
      losing.cutAt('commit\0', 'after')
      const named = id === undefined ? command : `${command} --id ${id}`
      const first = await line.run(named)
      losing.restore()
      expect([command, first]).toMatchObject([command, { exitCode: 3, stdout: '' }])
      expect(first.stderr).toContain('Run the same command again')
      lost += 1
      return await line.value(named)
    }
    for (let life = 0; life < lives; life += 1) await live(insist)
    report(`${lost} lost responses of money commands: one record each`)
    expect(lost).toBe(lives * 16)
  })

  test('leave one record each through any fault, and end with a documented exit code [D71] [D74]', async () => {
    const random = startRandom()
    const nextNumber = () => random.below(1_000_000) / 1_000_000
    // A command waits 12 s for a server that is silent: that is shown where the pool is.
    const among = faults.filter((fault) => fault !== 'silent')
    const outcomes = new Map<string, number>()
    const line: CommandLine = createCommandLine({ DATABASE_URL: faulty.url })
    const insist: Insist = async (command, { id } = {}) => {
      const named = id === undefined ? command : `${command} --id ${id}`
      for (;;) {
        faulty.injectOneIn(25, nextNumber, among)
        const { exitCode, stdout, stderr } = await line.run(named)
        faulty.restore()
        outcomes.set(`exit ${exitCode}`, (outcomes.get(`exit ${exitCode}`) ?? 0) + 1)
        if (exitCode === 0) return stdout.trim()
        expect([command, stderr]).toEqual([
          command,
          expect.stringMatching(exitCode === 3 ? /again/ : /The database cannot be reached|The pooler/),
        ])
        expect(stdout).toBe('')
      }
    }
    for (let life = 0; life < faultyLives; life += 1) await live(insist)
    const counts = faulty.counts()
    report(`${JSON.stringify(counts)} in money commands: ${JSON.stringify([...outcomes])}`)
    expect([...outcomes.keys()].filter((outcome) => !/^exit [013]$/.test(outcome))).toEqual([])
  })
})
