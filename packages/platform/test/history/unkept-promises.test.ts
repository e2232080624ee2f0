import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { importExport } from './import-export.ts'
import { buildAffiliate, buildExport, buildProgram, buildReferral, type Item, ids } from './mantle-export.ts'

const inProgram = (number: number, changes: Item) =>
  buildAffiliate(
    number,
    {},
    { affiliateProgramId: ids.program(number), affiliateProgram: buildProgram(number, changes) },
  )
const rulesOf = (changes: Item) => ({ rules: { percentCommission: 20, durationMonths: 12, ...changes } })

describeOnEachEngine('what was promised there and is not kept here', (database) => {
  const reportOf = async (files: Parameters<typeof buildExport>[0]) => {
    const app = await insertApp(database())
    return { app, ...(await importExport(database(), app, buildExport(files))) }
  }

  test('is named: the removal of a shop that was uninstalled, by each program that has one [D423]', async () => {
    const days = [30, 0, -1, null, undefined]
    const { report } = await reportOf({
      'affiliates.json': days.map((removeOnUninstallDays, index) =>
        inProgram(index + 1, { removeOnUninstallDays }),
      ),
    })
    expect(report.unsupported).toEqual([{ name: 'removeOnUninstallDays', kind: 'program', count: 2 }])
  })

  test('is named: the reward for the install of a referral, which was earned there or not [D423]', async () => {
    const { app, report } = await reportOf({
      'affiliates.json': [
        buildAffiliate(1, {}, { affiliateProgram: buildProgram(1, rulesOf({ amountPerInstall: 5 })) }),
      ],
      'attributions.json': [buildReferral(1), buildReferral(2, { deletedAt: '2025-05-01T00:00:00.000Z' })],
    })
    expect(report.unsupported).toEqual([{ name: 'amountPerInstall', kind: 'referral', count: 2 }])
    const text = `
      select earns_install_reward as earns, (
        select rules -> 'cpi' ->> 'amountMinor' from terms_versions where workspace_id = $1 and target_id = (
          select record_id from history_records where workspace_id = $1 and kind = 'program'
        )
      ) as reward
      from referrals where workspace_id = $1`
    // Who comes from now on is promised it.
    const row = { earns: false, reward: '500' }
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([row, row])
  })

  test('is what copies of a program say differently: the member’s own counts, and new members have no terms [D423]', async () => {
    const copy = (percentCommission: number) => ({
      affiliateProgram: buildProgram(1, rulesOf({ percentCommission })),
    })
    const { app, report } = await reportOf({
      'affiliates.json': [buildAffiliate(1, {}, copy(20)), buildAffiliate(2, {}, copy(25))],
      'attributions.json': [1, 2].map((number) =>
        buildReferral(number, { affiliateId: ids.affiliate(number) }),
      ),
    })
    expect(report.unsupported).toEqual([{ name: 'copies disagree', kind: 'program', count: 1 }])
    const text = `
      select shop_domain as shop, rules ->> 'rateBps' as rate from referrals
      join referral_contracts contract on contract.workspace_id = $1 and contract.referral_id = referrals.id
      where referrals.workspace_id = $1
      union all
      select 'new', rules ->> 'rateBps' from terms_versions where workspace_id = $1 and target_id = (
        select record_id from history_records where workspace_id = $1 and kind = 'program'
      )
      order by 1`
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([
      { shop: 'shop-1.myshopify.com', rate: '2000' },
      { shop: 'shop-2.myshopify.com', rate: '2500' },
    ])
  })
})
