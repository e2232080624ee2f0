import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'

const tables = [
  'terms_versions',
  'referral_contracts',
  'commissions',
  'payout_commissions',
  'payout_units',
  'payment_reports',
  'payment_report_retractions',
  'payment_confirmations',
  'payment_disputes',
  'payment_dispute_closings',
  'payout_voids',
  'erasures',
  'audit_changes',
  'fact_anchors',
  'sale_sources',
  'import_runs',
  'import_run_pages',
  'import_run_ends',
  'app_transactions',
  'transaction_settlements',
  'rows_set_aside',
  'refund_links',
  'install_events',
  'links',
  'referrals',
  'referral_evidence',
  'referral_voids',
  'contract_proposals',
  'contract_proposal_reviews',
  'payout_runs',
  'payout_run_decisions',
  'payout_exclusions',
  'payment_confirmation_retractions',
  'payment_report_returns',
  'membership_states',
  'sale_moves',
  'anchoring_repairs',
  'told_pasts',
  'account_roles',
  'membership_people',
  'member_views',
  'history_imports',
  'history_import_ends',
  'history_import_undos',
  'history_records',
]

describeServiceOnEachEngine('the database', {}, (service) => {
  test.each(tables)(
    'will not update, delete or truncate %s, for its owner too [D12] [4.1-6]',
    async (table) => {
      const before = await service().count(table)
      const statements = [
        `update ${table} set workspace_id = workspace_id`,
        `update ${table} set workspace_id = workspace_id where false`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]
      for (const [index, text] of statements.entries()) {
        const run = service().database.query({ name: `test_change_${table}_${index}`, text }, [])
        await expect(run).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|42703)$/) })
      }
      expect(await service().count(table)).toBe(before)
    },
  )

  test('has no table of facts beside these [D12]', async () => {
    // 56 are the bits of update, delete and truncate.
    const text = `
      select tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'refuse_change'::regproc and tgtype & 56 = 56`
    const found = await service().database.query<{ readonly name: string }>({ name: '', text }, [])
    expect(found.map(({ name }) => name).toSorted()).toEqual(tables.toSorted())
  })

  test('keeps every table whose facts are anchored so, but for the sums of payouts and what erasure takes from payees [D12] [D190] [D447]', async () => {
    const text = "select name from fact_tables where name not in ('payouts', 'payees')"
    const anchored = await service().database.query<{ readonly name: string }>({ name: '', text }, [])
    expect(tables).toEqual(expect.arrayContaining(anchored.map(({ name }) => name)))
  })
})
