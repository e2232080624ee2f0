import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import type { HistoryProgress } from '../../src/history.ts'
import { importExport } from './import-export.ts'
import { countTransactions, Killed, killAt } from './kill-at.ts'
import { createLargeFolder } from './large-export.ts'

const commissions = 1000
const options = { folder: createLargeFolder(commissions), cutOverAt: new Date('2026-06-01T00:00:00Z') }

describeOnEachEngine('an import that is cut off', (database) => {
  /** What is there, without what is another one each time. */
  async function readEnd({ workspaceId }: TestApp) {
    const read = async (text: string) => await database().query({ name: '', text }, [workspaceId])
    return {
      commissions: await read(`
        select reason, amount_minor, entry, accrued_at, payout_id is null as open, referral_id is null as alone
        from commissions where workspace_id = $1 order by reason`),
      payouts: await read(`
        select amount_minor, line_count, reported_minor from payouts where workspace_id = $1
        order by amount_minor, line_count`),
      members: await read('select member_name from memberships where workspace_id = $1 order by 1'),
      shops: await read(`
        select shop_domain, installed_at, (
          select count(*) from referral_contracts where workspace_id = $1 and referral_id = referrals.id
        ) as contracts
        from referrals where workspace_id = $1 order by 1`),
      claims: await read(`
        select shop_domain, (
          select count(*) from attribution_cases where workspace_id = $1 and evidence_id = evidence.id
        ) as cases
        from evidence where workspace_id = $1 order by 1`),
      held: await read('select count(*) from payout_exclusions where workspace_id = $1'),
      terms: await read('select count(*) from terms_versions where workspace_id = $1'),
      left: await read('select count(*) from history_rows where workspace_id = $1 and reason is null'),
      records: await read(`
        select kind, source_id from history_records where workspace_id = $1 order by kind, source_id`),
      ends: await read('select report from history_import_ends where workspace_id = $1'),
    }
  }

  test('ends as if it had not been, wherever that was [D421]', { timeout: 600_000 }, async () => {
    const random = startRandom()
    const whole = await insertApp(database())
    const counting = countTransactions(database())
    const told = new Map<string, number>()
    const onProgress = ({ step, done }: HistoryProgress) => told.set(step, done)
    await importExport(counting.database, whole, {}, { ...options, onProgress })
    // A program; of each of 2 members also a code and a claim; 40 referrals; and 50 payouts, of which 2 are not paid.
    expect(Object.fromEntries(told)).toEqual({
      ...{ stage: 1097, judge: 0, programs: 1, members: 2, codes: 2, referrals: 40, claims: 2, payouts: 48 },
      ...{ commissions: 40, clear: 1097 },
    })
    const end = await readEnd(whole)
    for (let kill = 0; kill < scale({ quick: 6, soak: 30 }); kill += 1) {
      const app = await insertApp(database())
      const cutOff = killAt(database(), 1 + random.below(counting.count()), random.below(2) === 0)
      await expect(importExport(cutOff, app, {}, options)).rejects.toThrow(Killed)
      await importExport(database(), app, {}, options)
      expect(await readEnd(app)).toEqual(end)
    }
  })

  test('goes on behind the rows that are written down, unless another import came between [D421]', async () => {
    const folder = createLargeFolder(2000)
    const app = await insertApp(database())
    const run = async (at: Database, cutOverAt = options.cutOverAt) => {
      const staged: number[] = []
      const onProgress = ({ step, done }: HistoryProgress) => {
        if (step === 'stage') staged.push(done)
      }
      const isKilled = await importExport(at, app, {}, { folder, cutOverAt, onProgress }).then(
        () => false,
        (error: unknown) => error instanceof Killed,
      )
      return { staged, isKilled }
    }
    const killed = async (place: number) => await run(killAt(database(), place, false))
    expect(await killed(3)).toEqual({ staged: [2000], isKilled: true })
    expect(await killed(3)).toEqual({ staged: [2193], isKilled: true })
    const other = new Date('2026-06-02T00:00:00Z')
    expect(await run(killAt(database(), 3, false), other)).toEqual({ staged: [2000], isKilled: true })
    expect(await run(database())).toEqual({ staged: [2000, 2193], isKilled: false })
  })

  test('is given up by whoever had it, where it is begun again [D421]', async () => {
    const app = await insertApp(database())
    let rival: Promise<unknown> | undefined
    const first = importExport(
      database(),
      app,
      {},
      {
        ...options,
        onProgress: () => {
          rival ??= importExport(database(), app, {}, options)
        },
      },
    )
    await expect(first).rejects.toThrow('begun again elsewhere')
    await rival
    const again = await importExport(database(), app, {}, options)
    expect(again).toMatchObject({ isKnown: true })
  })
})
