import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import {
  listBalancesAt,
  readStatement,
  type StatementFilter,
  type StatementLine,
} from '../../src/balances.ts'
import { bookRandomFacts, drawInstant } from './random-facts.ts'

describeOnEachEngine('a statement', (database) => {
  async function read(filter: StatementFilter) {
    const statement = await readStatement(database(), filter)
    if (!statement.ok) throw new Error(statement.rejection)
    const lines: StatementLine[] = []
    for await (const page of statement.lines) lines.push(...page)
    return { ...statement, lines }
  }

  test('adds up from one balance to the other, and by kind to what was booked, to the unit [D446]', async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const { workspaceId } = app
    await bookRandomFacts(database(), app, random, scale({ quick: 300, soak: 6000 }))
    const pairs = scale({ quick: 30, soak: 200 })
    let lineCount = 0
    const kinds = new Set<string>()
    for (let index = 0; index < pairs; index += 1) {
      const [since = new Date(), asOf = new Date()] = [drawInstant(random), drawInstant(random)].toSorted(
        (one, other) => one.getTime() - other.getTime(),
      )
      const filter = { workspaceId, since, asOf, membershipId: undefined, isByMembership: true }
      const booked = await listBalancesAt(database(), filter)
      if (!booked.ok) throw new Error(booked.rejection)
      for (const { membershipId, currency, ...sums } of booked.balances) {
        const key = { workspaceId, membershipId: membershipId ?? '', currency, since, asOf }
        const { lines, ...statement } = await read(key)
        const sum = (...of: readonly StatementLine['kind'][]) =>
          lines.reduce(
            (total, { kind, amountMinor }) => total + (of.includes(kind) ? BigInt(amountMinor) : 0n),
            0n,
          )
        expect({
          openingMinor: `${statement.openingMinor}`,
          closingMinor: `${statement.openingMinor + lines.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n)}`,
          accruedMinor: `${sum('accrual')}`,
          takenBackMinor: `${-sum('reversal')}`,
          writtenOffMinor: `${sum('written_off')}`,
          repaidMinor: `${sum('repaid')}`,
          paidMinor: `${-sum('payment', 'payment_taken_back')}`,
        }).toEqual({ ...sums, memberName: undefined })
        expect(`${statement.closingMinor}`).toBe(sums.closingMinor)
        const times = lines.map(({ at }) => at.getTime())
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(times.every((time) => time > since.getTime() && time <= asOf.getTime())).toBe(true)
        lineCount += lines.length
        for (const { kind } of lines) kinds.add(kind)
      }
    }
    expect(kinds).toContain('payment_taken_back')
    expect(kinds).toContain('reversal')
    report(`${pairs} pairs of instants on ${database().engine}: ${lineCount} lines of statements add up`)
  })

  test('goes on from page to page with every line once, however many share a time [D446]', async () => {
    const { workspaceId, appId, programId, membershipId } = await insertApp(database())
    const count = 10_001
    const text = `
      insert into commissions
        (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
         available_at, created_at)
      select $1, gen_random_uuid(), $2, $3, $4, 'USD', 'accrual', 'manual', n, 'R', now(), now(),
        timestamptz '2026-02-01' + make_interval(mins => n % 3)
      from generate_series(1, ${count}) n`
    await database().query({ name: '', text }, [workspaceId, appId, programId, membershipId])
    const since = new Date('2026-01-01T00:00:00Z')
    const key = { workspaceId, membershipId, currency: 'USD', since, asOf: undefined }
    const { lines, closingMinor } = await read(key)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(count)
    expect([lines.length, closingMinor]).toEqual([count, BigInt((count * (count + 1)) / 2)])
  })
})
