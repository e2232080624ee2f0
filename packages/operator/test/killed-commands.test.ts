import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWorkspace } from '@affiliate-platform/platform/audit'
import { type Database, newId, openDatabase } from '@affiliate-platform/platform/database'
import { exportRun } from '@affiliate-platform/platform/payout-files'
import { verifyMoney } from '@affiliate-platform/platform/verify-money'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import {
  buildExampleRules,
  buildLine,
  buildRefund,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { insertApp, insertMembership } from '@affiliate-platform/test-support/payout-builders'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { waitUntilDecided } from '@affiliate-platform/test-support/wait-until-decided'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

// Of each life five commands are killed: import, move, run, export, import of results.
const lives = scale({ quick: 1, soak: 20 })
const members = 12
const rowsOfShop = 40
const script = new URL('killed-command.ts', import.meta.url)
const folder = makeFolder()
afterAll(() => folder.remove())

const shopOf = (index: number): string => `shop-${index}.myshopify.com`
// 20 % of what a refund has left, in whole cents.
const worthOf = (sales: number): bigint => (2000n * 1999n * BigInt(sales)) / 10_000n

/** The sales of each shop, one of which is refunded. */
const lines = Array.from({ length: members * rowsOfShop }, (_, index) => {
  const shopDomain = shopOf(index % members)
  const amounts = { shopDomain, chargeId: `charge/${index % members}`, gross: '19.99', net: '19.99' }
  if (index < members)
    return buildRefund({ ...amounts, platformId: `row/${index}`, gross: '-19.99', net: '-19.99' })
  return buildLine({ ...amounts, platformId: `row/${index}` })
})
const moved = { ...lines[members], shopDomain: shopOf(1) }

/** What there is of a workspace. */
interface Standing {
  readonly entries: number
  readonly sums: readonly string[]
  readonly moves: number
  readonly runs: number
  readonly payouts: number
  readonly reports: number
  readonly reported: number
}

const standingStatement = {
  name: 'test_standing',
  text: `
    select
      (select count(*)::integer from commissions where workspace_id = $1) as entries,
      array(
        select sum(amount_minor)::text from commissions where workspace_id = $1
        group by membership_id order by membership_id
      ) as sums,
      (select count(*)::integer from sale_moves where workspace_id = $1) as moves,
      (select count(*)::integer from payout_runs where workspace_id = $1) as runs,
      (select count(*)::integer from payouts where workspace_id = $1) as payouts,
      (select count(*)::integer from payment_reports where workspace_id = $1) as reports,
      (select count(*)::integer from payouts where workspace_id = $1 and reported_minor = amount_minor) as reported`,
}

describe.skipIf(!enginesAtHand.includes('postgres'))('commands of money that are killed', () => {
  let url: string
  let database: Database
  let line: CommandLine

  beforeAll(async () => {
    url = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    database = await openDatabase({ url })
  })
  afterAll(() => database.close())

  const standing = async (workspaceId: string): Promise<Standing> => {
    const [found] = await database.query<Standing>(standingStatement, [workspaceId])
    if (found === undefined) throw new Error('Counting gives a row.')
    return found
  }

  /** Runs a command in a process of its own, and kills it there. @returns how long it ran, if it ended before */
  async function start(words: string, killAfterMs: number): Promise<number | undefined> {
    const process = startSource(script, [url, JSON.stringify(words.split(' '))])
    expect(await process.nextLine()).toBe('begins')
    const startedMs = performance.now()
    const ended = process.nextLine().then((said) => said && performance.now() - startedMs)
    const timer = new AbortController()
    const ranMs = await Promise.race([ended, sleep(killAfterMs, undefined, { signal: timer.signal })])
    timer.abort()
    await process.kill()
    await waitUntilDecided(database)
    return ranMs || undefined
  }

  /** Kills a command, sees that it left something whole, and runs it again to its end. */
  type Kill = (words: string, isWhole: () => Promise<void>) => Promise<void>

  async function live(kill: Kill): Promise<void> {
    const app = await insertApp(database)
    const { workspaceId } = app
    const memberIds = [app.membershipId]
    while (memberIds.length < members) memberIds.push(await insertMembership(database, app))
    memberIds.sort()
    const at = `--workspace ${workspaceId}`
    for (const [index, membershipId] of memberIds.entries()) {
      await refer(database, {
        ...{ workspaceId, membershipId, shopDomain: shopOf(index), installedAtMs: Date.UTC(2026, 0, 1) },
        ...{ clickedAtMs: undefined, evidence: undefined, reason: 'agreed', actor: 'operator:mia' },
        contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
      })
      await line.value(`payees set ${membershipId} --name Mia --method paypal --email mia@example.com ${at}`)
    }
    const write = async (name: string, text: string): Promise<string> => {
      const file = join(folder.path, `${workspaceId}-${name}`)
      await writeFile(file, text)
      return file
    }
    const isLedgerRight = async () => {
      expect((await verifyMoney(database, workspaceId)).difference).toBeNull()
    }

    const sales = await write('sales.ndjson', lines.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await kill(`sales import --file ${sales} ${at}`, isLedgerRight)
    const left = rowsOfShop - 2
    const sums = memberIds.map(() => `${worthOf(left)}`)
    const imported = { entries: lines.length, sums, moves: 0, runs: 0, payouts: 0, reports: 0, reported: 0 }
    expect(await standing(workspaceId)).toEqual(imported)

    const corrected = await write('moved.ndjson', `${JSON.stringify(moved)}\n`)
    await line.value(`sales import --file ${corrected} --accept-set-aside ${at}`)
    const afterMove = [`${worthOf(left - 1)}`, `${worthOf(left + 1)}`, ...sums.slice(2)]
    const entries = lines.length + 2
    const move = `sales move --sale row/${members} --shop ${shopOf(1)} --reason theirs ${at}`
    await kill(move, async () => {
      await isLedgerRight()
      expect([imported, { ...imported, entries, sums: afterMove, moves: 1 }]).toContainEqual(
        await standing(workspaceId),
      )
    })
    const whole = { ...imported, entries, sums: afterMove, moves: 1 }
    expect(await standing(workspaceId)).toEqual(whole)

    const runId = newId()
    const preview = JSON.parse(await line.value(`payouts preview --as-of 2026-06-01 --json ${at}`))
    const frozen = { ...whole, runs: 1, payouts: members }
    await kill(`payouts run --as-of 2026-06-01 --preview ${preview.hash} --id ${runId} ${at}`, async () => {
      expect([whole, frozen]).toContainEqual(await standing(workspaceId))
    })
    expect(await standing(workspaceId)).toEqual(frozen)

    const dir = join(folder.path, `payments-${workspaceId}`)
    const exported = await exportRun(database, { workspaceId, runId, format: 'paypal' })
    const [file] = exported.ok ? exported.files : []
    const isFileWhole = async () => {
      const names = (await readdir(dir).catch(() => [])).filter((name) => !name.endsWith('.unfinished'))
      expect([[], [file?.name]]).toContainEqual(names)
      for (const name of names) expect(await readFile(join(dir, name), 'utf8')).toBe(file?.content)
    }
    await kill(`payouts export ${runId} --format paypal --dir ${dir} ${at}`, isFileWhole)
    await isFileWhole()

    const text = 'select id, amount_minor::text as amount from payouts where workspace_id = $1'
    const payouts = await database.query<{ id: string; amount: string }>({ name: '', text }, [workspaceId])
    const toRow = ({ id, amount }: (typeof payouts)[number], index: number) =>
      `${id},${amount.slice(0, -2)}.${amount.slice(-2)},USD,T${index}\n`
    const results = await write(
      'results.csv',
      `reference,amount,currency,transaction\n${payouts.map(toRow).join('')}`,
    )
    await kill(`payouts import-results ${results} --method paypal ${at}`, async () => {
      const { reports, reported } = await standing(workspaceId)
      expect(reported).toBe(reports)
    })
    expect(await standing(workspaceId)).toEqual({ ...frozen, reports: members, reported: members })
    await isLedgerRight()
    expect((await verifyWorkspace(database, workspaceId)).difference).toBeNull()
  }

  test(`leave nothing half and double nothing, ${lives * 5} times [D71] [D185] [D221]`, async () => {
    const random = startRandom()
    const tookMs = new Map<string, number>()
    let killed = 0
    const nameOf = (words: string) => words.split(' ').slice(0, 2).join(' ')
    await live(async (words) => {
      tookMs.set(nameOf(words), (await start(words, 60_000)) ?? 0)
    })
    const kill: Kill = async (words, isWhole) => {
      const mostMs = 1.1 * (tookMs.get(nameOf(words)) ?? 0)
      const ranMs = await start(words, (random.below(1000) / 1000) * mostMs)
      if (ranMs === undefined) killed += 1
      await isWhole()
      const { exitCode, stderr } = await line.run(words)
      // What was done is done: the same move again is refused.
      const isDone = exitCode === 1 && words.startsWith('sales move') && stderr.includes('moved already')
      expect(exitCode === 0 || isDone, stderr).toBe(true)
    }
    for (let life = 0; life < lives; life += 1) await live(kill)
    report(`${killed} of ${lives * 5} commands of money were killed before their end`)
  })
})
