import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertEntry,
  insertLine,
  insertMoneyApp,
  insertReferral,
  insertSale,
  type MoneyApp,
} from '@affiliate-platform/test-support/money-builders'
import { createdAt, insertMembership, insertRow } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { expectRejection } from '../payouts/payout-history.ts'

const usd = { currency: 'USD' }

/** Inserts a payout and its lines as the owner would by hand, in one transaction. */
async function insertPayoutOf(
  database: Database,
  app: MoneyApp,
  payout: { amountMinor: string; lines: readonly string[]; currency?: string; lineCount?: number },
): Promise<string> {
  const { amountMinor, lines, currency = 'USD', lineCount = lines.length } = payout
  const id = newId()
  await database.transaction(async (tx) => {
    await insertRow(tx, 'payouts', {
      workspace_id: app.workspaceId,
      id,
      app_id: app.appId,
      program_id: app.programId,
      group_id: app.groupId,
      membership_id: app.membershipId,
      amount_minor: amountMinor,
      currency,
      line_count: lineCount,
      created_at: createdAt,
    })
    for (const line of lines) await insertLine(tx, app, { payoutId: id, commissionId: line })
  })
  return id
}

const voidPayout = (database: Database, { workspaceId }: MoneyApp, payoutId: string) =>
  insertRow(database, 'payout_voids', {
    workspace_id: workspaceId,
    payout_id: payoutId,
    reason: 'wrong',
    created_at: createdAt,
  })

describeOnEachEngine('the database itself', (database) => {
  test('takes a reversal worth nothing, and a correction either way [D62]', async () => {
    const app = await insertMoneyApp(database())
    const sale = await insertSale(database(), app)
    await insertEntry(database(), app, { platformId: sale, sequence: 1, base: ['0', '19.0'], amount: '380' })
    for (const [sequence, before, change, amount] of [
      [2, '19.0', '-0.001', '0'],
      [3, '18.999', '-0.05', '-1'],
      [4, '18.949', '0.051', '1'],
    ] as const) {
      const cause = 'restatement'
      await insertEntry(database(), app, {
        platformId: sale,
        sequence,
        base: [before, change],
        amount,
        cause,
      })
    }
    const wrongWay = { platformId: sale, sequence: 5, base: ['19.0', '-1'], amount: '20' } as const
    await expectRejection(insertEntry(database(), app, wrongWay), 'commissions_sign')
  })

  test('commissions one sale once, in one position [D62]', async () => {
    const app = await insertMoneyApp(database())
    const sale = await insertSale(database(), app)
    const entry = { platformId: sale, amount: '380' }
    await insertEntry(database(), app, { ...entry, sequence: 1, base: ['0', '19.0'] })

    const again = insertEntry(database(), app, { ...entry, sequence: 2, base: ['19.0', '19.0'] })
    await expectRejection(again, 'commissions_one_per_sale')
    const inAnotherPosition = { ...entry, sequence: 1, base: ['0', '19.0'], currency: 'EUR' } as const
    await expectRejection(insertEntry(database(), app, inAnotherPosition), 'commissions_one_per_sale')
    const sameSequence = { platformId: await insertSale(database(), app), amount: '0' }
    await expectRejection(
      insertEntry(database(), app, { ...sameSequence, sequence: 1, base: ['0', '0.001'] }),
      'commissions_position_sequence',
    )
  })

  test('lets an entry go on only where its position stands, with an app transaction that is there [D62]', async () => {
    const app = await insertMoneyApp(database())
    const platformId = await insertSale(database(), app)
    const gap = { platformId, sequence: 2, base: ['19.0', '1'], amount: '20' } as const
    await expectRejection(insertEntry(database(), app, gap), 'commissions_chain')
    const fromNowhere = { platformId, sequence: 1, base: ['5', '1'], amount: '20' } as const
    await expectRejection(insertEntry(database(), app, fromNowhere), 'commissions_chain')
    const belowNothing = { platformId, sequence: 1, base: ['0', '-1'], amount: '0' } as const
    await expectRejection(insertEntry(database(), app, belowNothing), 'commissions_position_not_negative')
    const invented = { platformId: 'gid://x', sequence: 1, base: ['0', '1'], amount: '20' } as const
    await expectRejection(insertEntry(database(), app, invented), 'commissions_transaction')
  })

  test('has one living referral per app and shop, and a new one after a void [D54]', async () => {
    const app = await insertMoneyApp(database())
    const rival = { ...app, membershipId: await insertMembership(database(), app, 'Rival') }
    await expectRejection(insertReferral(database(), rival), 'referrals_one_living_per_shop')

    const { workspaceId: workspace_id, referralId: referral_id } = app
    const fact = { workspace_id, referral_id, reason: 'fraud', actor: 'operator:mia', created_at: createdAt }
    await insertRow(database(), 'referral_voids', fact)
    await insertReferral(database(), rival)
  })

  test('pays the sum of the lines, and takes no line later [D64]', async () => {
    const app = await insertMoneyApp(database())
    const line = await insertManual(database(), app, '380')
    const wrongSum = insertPayoutOf(database(), app, { amountMinor: '999', lines: [line] })
    await expectRejection(wrongSum, 'payouts_sum_of_lines')
    const without = insertPayoutOf(database(), app, { amountMinor: '380', lines: [], lineCount: 1 })
    await expectRejection(without, 'payouts_sum_of_lines')

    const payoutId = await insertPayoutOf(database(), app, { amountMinor: '380', lines: [line] })
    const late = { payoutId, commissionId: await insertManual(database(), app, '0') }
    await expectRejection(insertLine(database(), app, late), 'payout_commissions_with_their_payout')
    const change = `update payouts set amount_minor = 1 where id = '${payoutId}'`
    await expect(database().query({ name: '', text: change }, [])).rejects.toMatchObject({ code: '23001' })
  })

  test('pays one membership in one currency [D64]', async () => {
    const app = await insertMoneyApp(database())
    const rival = { ...app, membershipId: await insertMembership(database(), app, 'Rival') }
    for (const foreign of [
      await insertManual(database(), rival, '380'),
      await insertManual(database(), app, '380', 'EUR'),
    ]) {
      await expectRejection(
        insertPayoutOf(database(), app, { amountMinor: '380', lines: [foreign] }),
        'payout_commissions_same_membership_and_currency',
      )
    }
  })

  test('keeps a commission in one living payout, and gives it back when that is voided [D64]', async () => {
    const app = await insertMoneyApp(database())
    const lines = [await insertManual(database(), app, '380')]
    const first = await insertPayoutOf(database(), app, { amountMinor: '380', lines })
    const again = () => insertPayoutOf(database(), app, { amountMinor: '380', lines })
    await expectRejection(again(), 'payout_commissions_one_living_payout')

    await voidPayout(database(), app, first)
    await again()
    await expectRejection(again(), 'payout_commissions_one_living_payout')
  })

  test('voids no payout while a report stands, and takes no report of a voided one [D64]', async () => {
    const app = await insertMoneyApp(database())
    const lines = [await insertManual(database(), app, '380')]
    const payoutId = await insertPayoutOf(database(), app, { amountMinor: '380', lines })
    const report = (id: string) =>
      insertRow(database(), 'payment_reports', {
        ...{ workspace_id: app.workspaceId, id, payout_id: payoutId, amount_minor: '1', method: 'bank' },
        ...{ paid_at: createdAt, created_at: createdAt },
      })
    const reportId = newId()
    await report(reportId)
    await expectRejection(voidPayout(database(), app, payoutId), 'payouts_voided_without_report')

    const retraction = { report_id: reportId, payout_id: payoutId, reason: 'returned', created_at: createdAt }
    await insertRow(database(), 'payment_report_retractions', {
      workspace_id: app.workspaceId,
      ...retraction,
    })
    await voidPayout(database(), app, payoutId)
    await expectRejection(report(newId()), 'payouts_voided_without_report')
  })

  test('takes the sales of a time from one source [D63]', async () => {
    const app = await insertMoneyApp(database())
    await insertSale(database(), app, { collectedAt: '2026-02-01T00:00:00Z' })
    const other = { source: 'partner_transactions', collectedAt: '2026-02-01T00:00:00Z' }
    await expectRejection(insertSale(database(), app, other), 'app_transactions_one_source')

    const cutOver = (appliesFrom: string) =>
      insertRow(database(), 'sale_sources', {
        ...{ workspace_id: app.workspaceId, app_id: app.appId, applies_from: appliesFrom },
        ...{ source: other.source, actor: 'system', created_at: createdAt },
      })
    await expectRejection(cutOver('2026-01-31T00:00:00Z'), 'sale_sources_one_per_period')
    await cutOver('2026-03-01T00:00:00Z')
    const march = '2026-03-01T00:00:00Z'
    await expectRejection(insertSale(database(), app, { collectedAt: march }), 'app_transactions_one_source')
    await insertSale(database(), app, { ...other, collectedAt: march })
  })

  test('takes a sale from one source, whatever time another one gives it [D168]', async () => {
    const app = await insertMoneyApp(database())
    const platformId = await insertSale(database(), app, { collectedAt: '2026-02-01T00:00:00Z' })
    const source = 'partner_transactions'
    await insertRow(database(), 'sale_sources', {
      ...{ workspace_id: app.workspaceId, app_id: app.appId, applies_from: '2026-02-02T00:00:00Z' },
      ...{ source, actor: 'system', created_at: createdAt },
    })
    const again = { platformId, source, collectedAt: '2026-02-02T00:00:00Z' }
    await expectRejection(insertSale(database(), app, again), 'app_transactions_one_source_per_sale')
  })

  test('gives an existing referral other rules only by a proposal that another actor accepted in time [D42]', async () => {
    const app = await insertMoneyApp(database())
    const contract = (row: object) =>
      insertRow(database(), 'referral_contracts', {
        ...{ workspace_id: app.workspaceId, id: newId(), referral_id: app.referralId, rules: app.rules },
        ...{ terms_version_id: app.termsVersionId, applies_from: '2099-01-01T00:00:00Z' },
        ...{ created_at: createdAt, actor: 'system', ...row },
      })
    await expectRejection(contract({}), 'referral_contracts_one_without_proposal')

    const propose = async (appliesFrom: string) => {
      const id = newId()
      await insertRow(database(), 'contract_proposals', {
        ...{ workspace_id: app.workspaceId, id, referral_id: app.referralId, actor: 'operator:mia' },
        ...{ terms_version_id: app.termsVersionId, applies_from: appliesFrom, created_at: createdAt },
      })
      return id
    }
    const review = (proposalId: string, actor: string, decision: string) =>
      insertRow(database(), 'contract_proposal_reviews', {
        ...{ workspace_id: app.workspaceId, proposal_id: proposalId, decision, reason: 'agreed', actor },
        created_at: '2026-06-01T00:00:00.000Z',
      })
    const proposal = await propose('2099-01-01T00:00:00Z')
    await expectRejection(contract({ proposal_id: proposal }), 'referral_contracts_as_accepted')
    const rejected = 'contract_proposal_reviews_other_actor_in_time'
    await expectRejection(review(proposal, 'operator:mia', 'accept'), rejected)
    await expectRejection(
      review(await propose('2026-05-31T23:59:59.999Z'), 'operator:noa', 'accept'),
      rejected,
    )
    await review(proposal, 'operator:noa', 'accept')
    const earlier = { proposal_id: proposal, applies_from: '2098-12-31T00:00:00Z' }
    await expectRejection(contract(earlier), 'referral_contracts_as_accepted')
    await contract({ proposal_id: proposal })
  })
})

const insertManual = async (
  database: Database,
  app: MoneyApp,
  amount: string,
  currency = usd.currency,
): Promise<string> =>
  await insertEntry(database, app, { cause: 'manual', amount, currency, platformId: null })
