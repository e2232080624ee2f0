import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listHistoryImports } from '../../src/history.ts'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildProgram,
  buildReferral,
  ids,
} from './mantle-export.ts'

describeOnEachEngine('a promise for plans from a price on', (database) => {
  test('is not kept for every plan: neither a referral nor a new member has it [D437]', async () => {
    const app = await insertApp(database())
    const rules = { percentCommission: 20, minPlanValue: 30 }
    const program = { affiliateProgram: buildProgram(1, { rules }) }
    const files = buildExport({
      'affiliates.json': [buildAffiliate(1, {}, program)],
      'attributions.json': [buildReferral(1), buildReferral(2, { rules: { percentCommission: 15 } })],
      'commissions.json': [buildCommission(1, 5)],
    })
    const imported = await importExport(database(), app, files)
    expect(summarize(imported)).toMatchObject({
      added: { program: 1, referral: 1, commission: 1 },
      setAside: { 'referral rules_unreadable': 1 },
    })
    expect(imported.report.setAside).toMatchObject([
      { first: [`attributions.json 1 ${ids.referral(1)}: minPlanValue in program ${ids.program(1)}`] },
    ])
    const text = `
      select rules ->> 'rateBps' as rate from referral_contracts where workspace_id = $1
      union all
      select rules ->> 'rateBps' from terms_versions where workspace_id = $1 and target_id = (
        select record_id from history_records where workspace_id = $1 and kind = 'program'
      )`
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([{ rate: '1500' }])
  })

  test('is kept for every plan of the program that somebody has named, and of no other [D437]', async () => {
    const app = await insertApp(database())
    const rules = { percentCommission: 20, minPlanValue: 30 }
    const inProgram = (number: number) => ({
      affiliateProgramId: ids.program(number),
      affiliateProgram: buildProgram(number, { rules }),
    })
    const files = buildExport({
      'affiliates.json': [1, 2].map((number) => buildAffiliate(number, {}, inProgram(number))),
      'attributions.json': [1, 2].map((number) =>
        buildReferral(number, {
          ...{ affiliateId: ids.affiliate(number), affiliateProgramId: ids.program(number) },
        }),
      ),
    })
    const asked = await importExport(database(), app, files, { isDryRun: true })
    expect(asked.report.setAside[0]?.first).toEqual(
      [1, 2].map(
        (number) =>
          `attributions.json ${number} ${ids.referral(number)}: minPlanValue in program ${ids.program(number)}`,
      ),
    )
    const imported = await importExport(database(), app, files, { everyPlanOf: [ids.program(2)] })
    expect(summarize(imported)).toMatchObject({
      added: { program: 2, referral: 1 },
      setAside: { 'referral rules_unreadable': 1 },
    })
    const text = `
      select shop_domain as shop, rules ->> 'rateBps' as rate, (
        select count(*)::integer from terms_versions where workspace_id = $1 and target_id in (
          select record_id from history_records where workspace_id = $1 and kind = 'program'
        )
      ) as programs
      from referrals join referral_contracts contract on contract.workspace_id = $1 and referral_id = referrals.id
      where referrals.workspace_id = $1`
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([
      { shop: 'shop-2.myshopify.com', rate: '2000', programs: 1 },
    ])
    // Another answer is another import; which it was stands with each.
    const both = [ids.program(2), ids.program(1)]
    const later = await importExport(database(), app, files, { everyPlanOf: both })
    expect(summarize(later)).toEqual({ added: { referral: 1 }, setAside: {} })
    const [last] = await listHistoryImports(database(), app.workspaceId, { after: undefined, limit: 1 })
    expect(last?.settings).toMatchObject({ everyPlanOf: both.toSorted() })
    const unknown = importExport(database(), app, files, { everyPlanOf: ['x'] })
    await expect(unknown).rejects.toThrow(`has no program x. It has ${ids.program(1)}, ${ids.program(2)}.`)
  })

  test('changes nothing of a referral that was imported before, which still ends as it ended there [D437]', async () => {
    const app = await insertApp(database())
    await importExport(
      database(),
      app,
      buildExport({ 'attributions.json': [buildReferral(1), buildReferral(2)] }),
    )
    const narrower = { rules: { percentCommission: 20, minPlanValue: 30 } }
    const files = buildExport({
      'attributions.json': [
        buildReferral(1, narrower),
        buildReferral(2, { ...narrower, deletedAt: '2025-05-20T00:00:00.000Z' }),
      ],
      'commissions.json': [buildCommission(1, 5)],
    })
    expect(summarize(await importExport(database(), app, files))).toEqual({
      added: { commission: 1 },
      setAside: {},
    })
    const text = `
      select voided_at is not null as "isOver", (
        select count(*)::integer from commissions where workspace_id = $1 and referral_id = referrals.id
      ) as commissions
      from referrals where workspace_id = $1 order by shop_domain`
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([
      { isOver: false, commissions: 1 },
      { isOver: true, commissions: 0 },
    ])
  })
})
