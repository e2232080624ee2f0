import { attributeUnits } from '@affiliate-platform/commission-engine'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { insertMembership } from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listPayoutLines } from '../../src/explain/payout-lines.ts'
import { explainPayoutPage, explainPayoutUnit } from '../../src/explain.ts'
import { recordSources } from '../../src/record-sources.ts'
import { pay } from '../payout-runs/runs.ts'
import { countBuffers } from './count-buffers.ts'
import { countRows } from './count-rows.ts'
import { explainWhole } from './explain-whole.ts'

const lineCount = scale({ quick: 1500, soak: 100_000 })
const buffersMax = 200
/** Of a page of 50 commissions, each looked up by itself. */
const pageBuffersMax = 2000
/** Of records whose lists are full: some for each of 1,000 entries. */
const buffersMaxOf = { getPayout: 10_000, getMembership: 3000, getCommission: buffersMax } as const

/** Commissions by hand: of every five one takes back what it can, and the others are of 10 to 13 minor units. */
async function insertCommissions(
  database: Database,
  app: Awaited<ReturnType<typeof insertMoneyApp>>,
  { membershipId, count }: { readonly membershipId: string; readonly count: number },
): Promise<void> {
  const text = `
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
       accrued_at, available_at)
    select $1, gen_random_uuid(), $2, $3, $4, $5, 'USD', case when n % 5 = 0 then 'reversal' else 'accrual' end, 'manual',
      case when n % 5 = 0 then -7 - n % 3 else 10 + n % 4 end, 'by hand', at.time, at.time
    from generate_series($6::integer, $7::integer) n,
      lateral (select timestamptz '2026-01-01' + n * interval '1 second') at (time)`
  const { workspaceId, appId, programId, groupId } = app
  for (let first = 1; first <= count; first += 5000) {
    const numbers = [first, Math.min(first + 4999, count)]
    const values = [workspaceId, appId, programId, groupId, membershipId, ...numbers]
    await database.query({ name: '', text }, values)
  }
}

/** Versions of the membership's terms, one a minute. */
async function insertTermsVersions(
  database: Database,
  { workspaceId, appId, programId, membershipId, rules }: Awaited<ReturnType<typeof insertMoneyApp>>,
): Promise<void> {
  const text = `
    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, operator, effective_at, created_at)
    select $1, gen_random_uuid(), $2, $3, 'membership', $4, $5, 'mia', at.time, at.time
    from generate_series(1, $6::integer) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') at (time)`
  const values = [workspaceId, appId, programId, membershipId, JSON.stringify(rules), lineCount / 10]
  await database.query({ name: '', text }, values)
}

describeOnEachEngine(`a payout of ${lineCount} lines`, (database) => {
  let app: Awaited<ReturnType<typeof insertMoneyApp>>
  let key: { readonly workspaceId: string; readonly payoutId: string }
  let amountMinor: bigint
  let rowsReadMax: number

  beforeAll(async () => {
    app = await insertMoneyApp(database(), { threshold: { amountMinor: '0', currency: 'USD' } })
    const { workspaceId } = app
    for (const count of [lineCount, 200, 201]) {
      const membershipId = count === lineCount ? app.membershipId : await insertMembership(database(), app)
      await insertCommissions(database(), app, { membershipId, count })
    }
    await insertTermsVersions(database(), app)
    const watched = countRows(database())
    const { payouts } = await pay(watched.database, workspaceId, '2026-04-01')
    rowsReadMax = watched.max()
    const largest = payouts.find(({ lines }) => lines === lineCount)
    key = { workspaceId, payoutId: largest?.id ?? '' }
    amountMinor = BigInt(largest?.amountMinor ?? 0)
    await database().script('analyze')
  }, 600_000)

  test('is frozen without a look at all of its lines at a time [D231]', async () => {
    const reversals = lineCount / 5
    expect(rowsReadMax).toBeLessThanOrEqual(Math.max(reversals, 1000))
    const text = 'select commission_id, last_unit from payout_units where payout_id = $1 order by last_unit'
    const spans = attributeUnits(await listPayoutLines(database(), key))
    expect(await database().query({ name: '', text }, [key.payoutId])).toEqual(
      spans.map(({ line, lastUnit }) => ({ commission_id: line.id, last_unit: `${lastUnit}` })),
    )
  })

  test('is explained whole, a part at a time [D231]', async () => {
    const watched = countRows(database())
    const whole = await explainWhole(watched.database, key)
    const spans = attributeUnits(await listPayoutLines(database(), key))
    expect(whole?.entries).toHaveLength(lineCount)
    expect(
      whole?.entries.flatMap(({ commission, units }) =>
        units === null ? [] : [{ ...units, id: commission.id }],
      ),
    ).toEqual(
      spans.map(({ line: { id }, firstUnit, lastUnit }) => ({
        first: `${firstUnit}`,
        last: `${lastUnit}`,
        id,
      })),
    )
    expect(watched.max()).toBeLessThanOrEqual(1000)
  })

  test('has each unit explained by the commission that it comes from, out of few rows [D118] [D148]', async () => {
    const spans = attributeUnits(await listPayoutLines(database(), key))
    expect(spans.at(-1)?.lastUnit).toBe(amountMinor)
    const middle = spans[spans.length >> 1]
    const asked = [spans[0]?.firstUnit, middle?.firstUnit, middle?.lastUnit, amountMinor].map(
      (unit) => unit ?? 0n,
    )
    const costs: number[] = []
    for (const unit of asked) {
      const span = spans.find(({ firstUnit, lastUnit }) => firstUnit <= unit && unit <= lastUnit)
      const cost = await countBuffers(database(), async (recorder) => {
        const explained = await explainPayoutUnit(recorder, key, unit)
        expect(explained).toMatchObject({ unit: Number(unit), commission: { id: span?.line.id } })
      })
      costs.push(cost)
    }
    report(`a unit of ${lineCount} lines on ${database().engine}: at most ${Math.max(...costs)} buffers`)
    expect(Math.max(...costs)).toBeLessThan(buffersMax)
    for (const unit of [0n, amountMinor + 1n]) {
      const cost = await countBuffers(database(), (recorder) => explainPayoutUnit(recorder, key, unit))
      expect(cost).toBeLessThan(buffersMax)
      expect(await explainPayoutUnit(database(), key, unit)).toBeUndefined()
    }
  })

  test('has a page of it explained without a look at what the others are explained by [D156]', async () => {
    const lines = await listPayoutLines(database(), key)
    const listed = await countBuffers(database(), (recorder) => listPayoutLines(recorder, key))
    const from = { id: lines[lines.length >> 1]?.id ?? '', skippedBefore: 0 }
    const cost = await countBuffers(database(), async (recorder) => {
      const page = await explainPayoutPage(recorder, key, { from, limit: 50 })
      expect(page?.entries.map(({ commission }) => commission.id)).toEqual(
        lines.slice(lines.length >> 1, (lines.length >> 1) + 50).map(({ id }) => id),
      )
    })
    report(`a page of ${lineCount} lines on ${database().engine}: ${cost - listed} buffers beside the lines'`)
    expect(cost - listed).toBeLessThan(pageBuffersMax)
  })

  test.each(['getPayout', 'getCommission', 'getMembership'] as const)(
    'is no burden to %s: a list in a record ends after 1,000 entries [D130] [D148]',
    async (id) => {
      const { workspaceId, appId, membershipId } = app
      const [line] = await listPayoutLines(database(), key)
      const record = { getPayout: key.payoutId, getCommission: line?.id ?? '', getMembership: membershipId }[
        id
      ]
      const request = { app: { workspaceId, appId }, id: record, query: {} }
      const cost = await countBuffers(database(), async ({ query }) => {
        const context = { database: { ...database(), query }, nowMs: undefined }
        expect(await recordSources[id](context, request)).toMatchObject({ id: record })
      })
      report(`${id} beside ${lineCount} lines on ${database().engine}: ${cost} buffers`)
      expect(cost).toBeLessThan(buffersMaxOf[id])
    },
  )
})
