import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { beforeAll, expect, test } from 'vitest'
import { seedStory } from '../src/demo/story/seed-story.ts'

/** A decision of a run beside what was booked by then and not paid by a run before. */
interface Decided {
  readonly heldMinor: string
  readonly sumMinor: string
  readonly knownHeldMinor: string
  readonly knownSumMinor: string
}

const listDecidedStatement = {
  name: 'moments_list_decided',
  text: `
    select
      decided.held_minor::text as "heldMinor", decided.sum_minor::text as "sumMinor",
      coalesce(sum(known.amount_minor) filter (where known.available_at > run.as_of), 0)::text as "knownHeldMinor",
      coalesce(sum(known.amount_minor) filter (where known.available_at <= run.as_of), 0)::text as "knownSumMinor"
    from payout_runs run
    join payout_run_decisions decided on decided.workspace_id = $1 and decided.run_id = run.id
    left join lateral (
      select entry.amount_minor, entry.available_at
      from commissions entry
      left join payouts paid on paid.workspace_id = $1 and paid.id = entry.payout_id
      where entry.workspace_id = $1 and entry.membership_id = decided.membership_id
        and entry.currency = decided.currency and entry.created_at <= run.created_at
        and (paid.id is null or paid.created_at >= run.created_at)
    ) known on true
    where run.workspace_id = $1
    group by run.as_of, decided.membership_id, decided.currency, decided.held_minor, decided.sum_minor
    order by run.as_of, decided.membership_id, decided.currency`,
}

/** What came before what it rests on. */
const countAheadStatement = {
  name: 'moments_count_ahead',
  text: `
    select
      (
        select count(*) from commissions entry
        join app_transactions sale on sale.workspace_id = $1 and sale.platform_id = entry.platform_id
        where entry.workspace_id = $1 and (entry.created_at < sale.created_at or sale.created_at < sale.collected_at)
      )::integer as booked,
      (
        select count(*) from payouts payout
        join commissions entry on entry.workspace_id = $1 and entry.payout_id = payout.id
        where payout.workspace_id = $1 and payout.created_at < entry.created_at
      )::integer as paid,
      (
        select count(*) from payment_reports report
        join payouts payout on payout.workspace_id = $1 and payout.id = report.payout_id
        where report.workspace_id = $1 and report.created_at < payout.created_at
      )::integer as reported,
      (
        select count(*) from payment_confirmations answer
        join payment_reports report on report.workspace_id = $1 and report.id = answer.report_id
        where answer.workspace_id = $1 and answer.created_at < report.created_at
      )::integer as confirmed`,
}

/** What was recorded of each month, in the order in which it was. */
const listOrderStatement = {
  name: 'moments_list_order',
  text: `
    select "createdAt" from (
      select min(created_at) as "createdAt", recorded_at from app_transactions where workspace_id = $1 group by recorded_at
      union all
      select created_at, recorded_at from payout_runs where workspace_id = $1
      union all
      select min(created_at), recorded_at from payment_reports where workspace_id = $1 group by recorded_at
    ) told
    order by recorded_at, "createdAt"`,
}

describeOnEachEngine('the moments of the story', (database) => {
  let workspaceId: string

  beforeAll(async () => {
    workspaceId = await seedStory(database())
  })

  test('each run holds and pays what was known when it was frozen [D346] [D357]', async () => {
    const decided = await database().query<Decided>(listDecidedStatement, [workspaceId])
    expect(decided.length).toBeGreaterThan(250)
    for (const { heldMinor, sumMinor, knownHeldMinor, knownSumMinor } of decided)
      expect({ heldMinor, sumMinor }).toEqual({ heldMinor: knownHeldMinor, sumMinor: knownSumMinor })
  })

  test('nothing comes before what it rests on [D346] [D357]', async () => {
    const [ahead] = await database().query(countAheadStatement, [workspaceId])
    expect(ahead).toEqual({ booked: 0, paid: 0, reported: 0, confirmed: 0 })
  })

  test('sales, runs and payments are recorded in the order in which they happened [D346] [D357]', async () => {
    const recorded = await database().query<{ createdAt: Date }>(listOrderStatement, [workspaceId])
    const times = recorded.map(({ createdAt }) => createdAt.getTime())
    expect(times.length).toBeGreaterThan(25)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
})
