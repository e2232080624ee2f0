import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Money } from '@affiliate-platform/contract'
import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { issueSignInLink, listAccounts } from '@affiliate-platform/platform/people'
import { type App, createApp } from '@affiliate-platform/service'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsTemplate } from '../src/command-line/terms-template.ts'
import { type CommandLine, createCommandLine } from './command-line.ts'
import { listIds, listNewFacts, listRows } from './new-facts.ts'
import { type Act, chosenIds, listActs } from './same-acts.ts'

const origin = 'http://localhost:4010'
const day = '2026-10-01'
const sinceMs = Date.now()
/** The most digits that an amount has. */
const longest = '12345678901234567890123456789012345678'
const manual = crypto.randomUUID()

const firstCase = {
  name: 'agree_first_case',
  text: 'select id as "caseId" from attribution_cases where workspace_id = $1 order by id limit 1',
}

interface Balance extends Readonly<Record<'held' | 'unpaid' | 'reported' | 'confirmed', Sum>> {
  readonly currency: string
}
type Sum = Money | { readonly direction: 'owed_to_member' | 'owed_by_member'; readonly amount: Money }

const toUnits = (sum: Sum): bigint => {
  if ('amountMinor' in sum) return BigInt(sum.amountMinor)
  return BigInt(sum.amount.amountMinor) * (sum.direction === 'owed_to_member' ? 1n : -1n)
}

describe.skipIf(!enginesAtHand.includes('postgres'))('the console and the command', () => {
  const folder = makeFolder()
  const closing: (() => Promise<void>)[] = []
  let ids: Record<string, string>
  let byConsole: Database
  let byCommand: Database
  let line: CommandLine
  let app: App
  let headers: Record<string, string>
  let accountId: string
  let shared: ReadonlySet<string>

  const open = async (url: string): Promise<Database> => {
    const database = await openPostgres(url)
    closing.push(() => database.close())
    return database
  }
  const ask = async <Value>(path: string, body?: unknown): Promise<Value> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await app.fetch(new Request(`${origin}/api/console/v1${path}`, { headers, ...init }))
    const text = await response.text()
    expect([path, response.status, response.status === 200 ? '' : text]).toEqual([path, 200, ''])
    return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Value
  }
  const there = (command: string) => `${command} --workspace ${ids['workspaceId']}`

  beforeAll(async () => {
    const urls = await Promise.all([createPostgresCopy(), createPostgresCopy()])
    const lines = urls.map((url) => createCommandLine({ DATABASE_URL: url }))
    const [demo] = await Promise.all(lines.map((each) => each.json('seed')))
    ids = Object(demo).ids
    byConsole = await open(urls[0] ?? '')
    byCommand = await open(urls[1] ?? '')
    shared = new Set([...Object.values(chosenIds), manual, ...listIds(await listRows(byConsole))])
    for (const each of lines) {
      const create = `payouts create --id ${manual} --membership ${ids['membershipId']}`
      await each.value(there(`${create} --amount-minor ${longest} --currency USD`))
    }
    line = lines[1] ?? createCommandLine({})
    app = await createApp({ database: byConsole, console: { place: { origin }, folder: folder.path } })
    const workspaceId = ids['workspaceId'] ?? ''
    const accounts = await listAccounts(byConsole, workspaceId, { after: undefined, limit: 100 })
    accountId = accounts.find(({ name }) => name === 'Ada')?.id ?? ''
    const link = await issueSignInLink(byConsole, { workspaceId, accountId })
    headers = { origin, 'Content-Type': 'application/json', Authorization: `Bearer ${link?.token}` }
    const signedIn = await app.fetch(
      new Request(`${origin}/api/console/v1/sign-in`, { method: 'POST', headers }),
    )
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
    headers = { origin, cookie, 'Content-Type': 'application/json' }
  })

  afterAll(async () => {
    for (const close of closing) await close()
    folder.remove()
  })

  /** Does the same on both sides, and compares what each of them added. */
  async function doBoth({ path, body, command, reason }: Act): Promise<void> {
    const before = await Promise.all([byConsole, byCommand].map(listRows))
    const answer = await ask<{ readonly rejected?: string | null }>(path, body)
    expect([path, answer.rejected ?? null]).toEqual([path, null])
    await line.value(there(`${command} --as Ada`), ...(reason === undefined ? [] : ['--reason', reason]))
    const after = await Promise.all([byConsole, byCommand].map(listRows))
    const actors = [accountId, 'Ada']
    const [added = [], typed = []] = before.map((rows, side) =>
      listNewFacts(rows, after[side] ?? rows, { actor: actors[side] ?? '', shared, sinceMs }),
    )
    expect(added.length).toBeGreaterThan(0)
    expect(added).toEqual(typed)
  }

  test('show the same preview, the same sums and amounts of 38 digits', async () => {
    const looked = await ask<ConsoleResponse<'previewPayoutRun'>>(`/payout-runs/preview?day=${day}`)
    const typed = Object(await line.json(there(`payouts preview --as-of ${day}`)))
    expect([looked.asOf, looked.hash]).toEqual([typed.asOf, typed.hash])
    const { currencies } = await ask<ConsoleResponse<'readOverview'>>('/overview')
    const balances = (await line.json(there('balances'))) as readonly Balance[]
    expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'JPY', 'KWD', 'USD'])
    for (const { currency, held, toBePaid, reported, confirmed } of currencies) {
      const rows = balances.filter((balance) => balance.currency === currency)
      const add = (name: 'held' | 'unpaid' | 'reported' | 'confirmed') =>
        rows.reduce((sum, row) => sum + toUnits(row[name]), 0n)
      const shown = [held, toBePaid, reported, confirmed].map(({ amountMinor }) => BigInt(amountMinor))
      // The console shows apart what was reported only; the command, how much of what was reported has arrived.
      const typedSums = [add('held'), add('unpaid'), add('reported') - add('confirmed'), add('confirmed')]
      expect([currency, ...shown]).toEqual([currency, ...typedSums])
    }
    const payout = await ask<ConsoleResponse<'readPayoutFacts'>>(`/payouts/${manual}`)
    expect(payout.amount.amountMinor).toBe(longest)
    expect(Object(await line.json(there(`payouts show ${manual}`))).amountMinor).toBe(longest)
  })

  test('write the same facts, but for who did it', async () => {
    const file = join(folder.path, 'terms.json')
    writeFileSync(file, JSON.stringify(termsTemplate))
    const { asOf, hash } = Object(await line.json(there(`payouts preview --as-of ${day}`)))
    const [found] = await byConsole.query<{ readonly caseId: string }>(firstCase, [ids['workspaceId']])
    const { membershipId = '', programId = '' } = ids
    const known = { membershipId, programId, payoutId: manual, caseId: found?.caseId ?? '' }
    for (const act of listActs({
      ...known,
      preview: { day, asOf, hash },
      terms: { body: termsTemplate, file },
    })) {
      await doBoth(act)
    }
  })
})
