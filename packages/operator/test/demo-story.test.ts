import { dayMs } from '@affiliate-platform/contract'
import { attributeWaiting } from '@affiliate-platform/platform/attribution'
import { findMisdatedFacts, verifyWorkspace } from '@affiliate-platform/platform/audit'
import { type Database, migrate, openPostgres } from '@affiliate-platform/platform/database'
import { listPayDays } from '@affiliate-platform/platform/overview'
import { previewRun } from '@affiliate-platform/platform/payout-runs'
import { verifyMoney } from '@affiliate-platform/platform/verify-money'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStory } from '../src/demo/story/build-story.ts'
import { seedStory } from '../src/demo/story/seed-story.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

/** Everything of the story that has a time in the past. */
const latestStatement = {
  name: 'story_latest',
  text: `
    select
      (select max(occurred_at) from install_events) as install,
      (select max(occurred_at) from clicks) as click,
      (select max(collected_at) from app_transactions) as sale,
      (select max(accrued_at) from commissions) as commission,
      (select min(effective_at) from terms_versions where effective_at > $1) as "nextTerms",
      (select min(created_at) from workspaces) as beginning`,
}

// Alone, a sale would earn its whole cents; and what a refund takes back may be in a payout already.
const countSpecialStatement = {
  name: 'story_count_special',
  text: `
    select
      count(*) filter (
        where entry.entry = 'accrual' and entry.currency = 'USD'
          and entry.amount_minor > floor(entry.base_change * (contract.rules->>'rateBps')::numeric / 100)
      )::integer as cents,
      count(*) filter (where entry.entry = 'reversal' and entry.accrued_at > paid.created_at)::integer as refunds
    from commissions entry
    join referral_contracts contract on contract.id = entry.contract_id
    left join commissions sale on sale.platform_id = entry.original_platform_id and sale.entry = 'accrual'
    left join payouts paid on paid.id = sale.payout_id`,
}

// A shop that came back pays by another subscription than before.
const countReturnedStatement = {
  name: 'story_count_returned',
  text: `
    select
      count(*)::integer as shops,
      count(*) filter (where (
        select count(distinct charge_id) from app_transactions sale where sale.shop_domain = returned.shop_domain
      ) > 1)::integer as paying
    from (
      select shop_domain from install_events where kind = 'installed' group by shop_domain having count(*) = 2
    ) returned`,
}

const queueAllStatement = {
  name: 'story_queue_all',
  text: `
    insert into attribution_queue (workspace_id, app_id, shop_domain)
    select distinct workspace_id, app_id, shop_domain from install_events`,
}

const listAttributionStatement = {
  name: 'story_list_attribution',
  text: `
    select id, voided_at::text as state from referrals
    union all select evidence_id, kind from attribution_cases
    order by 1`,
}

const listIdsStatement = {
  name: 'story_list_ids',
  text: `
    select id, amount_minor::text from payouts
    union all select id, amount_minor::text from commissions
    union all select id, member_name from memberships
    union all select id, shop_domain from referrals
    order by 1`,
}

const listAmountsStatement = {
  name: 'story_list_amounts',
  text: 'select membership_id, currency, amount_minor::text from payouts order by membership_id, created_at',
}

async function openNew(): Promise<{ readonly url: string; readonly database: Database }> {
  const url = await createEmptyDatabase()
  const database = await openPostgres(url)
  await migrate(database)
  return { url, database }
}

const clocks = [
  ['at the end of a month', '2026-02-28T23:59:59Z'],
  ['on a leap day', '2024-02-29T12:00:00Z'],
  ['when clocks are put forward', '2026-03-29T01:30:00Z'],
  ['when clocks are put back', '2025-10-26T01:30:00Z'],
  ['just before a year ends', '2025-12-31T23:30:00Z'],
  ['just after a year began', '2026-01-01T00:00:30Z'],
] as const

describe('the story before it is written', () => {
  test.each(clocks)('ends today %s, and is the same but for its times [D346]', (_when, told) => {
    const nowMs = Date.parse(told)
    const story = buildStory(nowMs)
    const other = buildStory(nowMs - 400 * dayMs)
    const today = told.slice(0, 10)
    expect(story.clock.timeAt(0)).toBe(`${today}T00:00:00.000Z`)
    const installs = story.rows.get('install_events') ?? []
    const latest = installs
      .map(({ occurred_at }) => `${occurred_at}`)
      .sort()
      .at(-1)
    expect(latest).toBe(story.clock.timeAt(0))
    for (const { collectedAt } of story.sales) expect(Date.parse(`${collectedAt}`)).toBeLessThan(nowMs)
    expect(story.shops).toEqual(other.shops)
    expect(story.members).toEqual(other.members)
    const idsOf = ({ rows }: typeof story) => rows.get('referrals')?.map(({ id }) => id)
    expect(idsOf(story)).toEqual(idsOf(other))
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('the story on a real Postgres', () => {
  const now = new Date()
  let database: Database
  let line: CommandLine
  let workspaceId: string
  let ids: readonly unknown[]

  beforeAll(async () => {
    const opened = await openNew()
    database = opened.database
    workspaceId = await seedStory(database, { nowMs: now.getTime() })
    line = createCommandLine({ DATABASE_URL: opened.url })
    ids = await database.query(listIdsStatement, [])
  })

  afterAll(() => database.close())

  test('is verified: every sum follows from its facts, and every told fact says so [D346] [D255]', async () => {
    const verified = await verifyMoney(database, workspaceId)
    expect(verified).toMatchObject({ difference: null })
    expect(await verifyWorkspace(database, workspaceId)).toMatchObject({ difference: null })
    const told = await findMisdatedFacts(database, workspaceId)
    expect(told.length).toBeGreaterThan(10)
    expect(told.filter(({ declared }) => declared === null)).toEqual([])
    expect(await line.run(`verify --workspace ${workspaceId}`)).toMatchObject({ exitCode: 0 })
  })

  test('has a run of 41 members ready, and says why twelve others are not paid [D346]', async () => {
    const previewing = await previewRun(database, { workspaceId, asOf: new Date() })
    const decisions = previewing.ok ? previewing.preview.decisions : []
    const countOf = (kind: string) => decisions.filter(({ decision }) => decision === kind).length
    const kinds = ['paid', 'below_threshold', 'nothing_due', 'excluded']
    expect(kinds.map(countOf)).toEqual([41, 7, 3, 2])
    const currencies = new Set(decisions.map(({ currency }) => currency))
    expect([...currencies].sort()).toEqual(['EUR', 'JPY', 'KWD', 'USD'])
  })

  test('has what waits for a person: a case of each common kind, a dispute, a part, a proposal [D346]', async () => {
    const at = `--workspace ${workspaceId}`
    const cases = Object(await line.json(`attribution cases ${at}`))
    const kinds = cases.map(({ kind }: { kind: string }) => kind)
    expect(kinds.sort()).toEqual(['claim', 'claim', 'conflict', 'late', 'self_referral'])
    const statuses = Object(await line.json(`payouts list ${at} --limit 1000`)).map(
      ({ status }: { status: string }) => status,
    )
    const countOf = (status: string) => statuses.filter((each: string) => each === status).length
    expect(['disputed', 'partially_reported'].map(countOf)).toEqual([1, 1])
    expect(countOf('confirmed')).toBeGreaterThan(150)
    const aside = Object(await line.json(`sales set-aside ${at}`))
    const reasons = aside.map(({ reason }: { reason: string }) => reason)
    expect(reasons.sort()).toEqual(['no_shop', 'other_shop', 'unknown_kind'])
    const { misplaced } = Object(await line.json(`sales status ${at}`))
    expect(misplaced).toHaveLength(1)
  })

  test('has keys, a pay day that is today, and shops that left and came back [D346]', async () => {
    const at = `--workspace ${workspaceId}`
    const keys = Object(await line.json(`keys list ${at}`))
    const kinds = keys.flatMap(({ kind, revokedAt }: { kind: string; revokedAt: string | null }) =>
      revokedAt === null ? [kind] : [],
    )
    expect(kinds.sort()).toEqual(['affiliate', 'install_bridge', 'mcp', 'workspace'])
    expect(keys).toHaveLength(5)
    const today = now.toISOString().slice(0, 10)
    expect(await listPayDays(database, workspaceId, now)).toMatchObject([{ day: today, isDue: true }])
    const [found] = await database.query<{ shops: number; paying: number }>(countReturnedStatement, [])
    expect(found?.shops).toBeGreaterThan(20)
    expect(found?.paying).toBeGreaterThan(3)
  })

  test('has commissions to which carried fractions added a cent, and a refund after its payment [D346]', async () => {
    const [found] = await database.query<{ cents: number; refunds: number }>(countSpecialStatement, [])
    expect(found?.cents).toBeGreaterThan(100)
    expect(found?.refunds).toBe(1)
  })

  test('is told once, and goes on where a start was ended [D346]', async () => {
    expect(await seedStory(database)).toBe(workspaceId)
    const { database: other } = await openNew()
    const watched = watchDatabase(other)
    for (const statement of ['sales_insert_page', 'payout_run_insert']) {
      watched.failOn(statement, new Error('ended'))
      await expect(seedStory(watched)).rejects.toThrow('ended')
    }
    // The next start is on another day.
    await seedStory(other, { nowMs: Date.now() + 3 * dayMs })
    expect(await other.query(listIdsStatement, [])).toEqual(ids)
    await other.close()
  })

  test('is ended in the middle of its sales, and gone on with to the same amounts [D346]', async () => {
    const { database: other } = await openNew()
    const ending = new AbortController()
    let transactions = 0
    const counted: Database = {
      ...other,
      transaction: (run, options) => {
        transactions += 1
        if (transactions === 6) ending.abort()
        return other.transaction(run, options)
      },
    }
    await expect(seedStory(counted, { signal: ending.signal })).rejects.toThrow('aborted')
    await seedStory(other)
    expect(await other.query(listAmountsStatement, [])).toEqual(
      await database.query(listAmountsStatement, []),
    )
    expect(await findMisdatedFacts(other, workspaceId)).toEqual(
      await findMisdatedFacts(database, workspaceId),
    )
    await other.close()
  })

  test('ends on the day on which it was told, and plans what comes next [D346]', async () => {
    const { database: other } = await openNew()
    const told = '2025-12-31T23:30:00Z'
    await seedStory(other, { nowMs: Date.parse(told) })
    const [latest] = await other.query<Record<string, Date>>(latestStatement, [told])
    expect(latest?.['install']?.toISOString()).toBe('2025-12-31T00:00:00.000Z')
    for (const kind of ['click', 'sale', 'commission'])
      expect(latest?.[kind]?.getTime()).toBeLessThan(Date.parse(told))
    expect(latest?.['nextTerms']?.toISOString()).toBe('2026-01-30T00:00:00.000Z')
    expect(latest?.['beginning']?.toISOString()).toBe('2025-01-05T00:00:00.000Z')
    expect(await other.query(listIdsStatement, [])).toEqual(ids)
    await other.close()
  })

  test('says who brought each shop as the platform decides it from the same facts [D346] [D334]', async () => {
    const before = await database.query(listAttributionStatement, [])
    await database.query(queueAllStatement, [])
    expect(await attributeWaiting(database)).toBeGreaterThan(600)
    expect(await database.query(listAttributionStatement, [])).toEqual(before)
  })
})
