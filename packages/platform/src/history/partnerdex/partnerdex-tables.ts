import type { ExportRecordKind } from '../mantle/layouts.ts'

type Row = Readonly<Record<string, unknown>>

/** A table as records of Mantle's dashboard, from which its own importer came. No secret is selected. */
export interface TablePlan {
  readonly table: string
  readonly kind: ExportRecordKind
  readonly sql: string
  readonly toRecord: (row: Row) => unknown
}

/** Terms price every charge from a time on: those of today are what goes on. */
const programs: TablePlan = {
  table: 'affiliate_programs',
  kind: 'program',
  sql: `
    select program.id, program.name, program.app_id, program.status, terms.commission_rate, terms.payout_basis,
      terms.flat_amount, terms.revenue_components, terms.recurrence, terms.duration_months,
      terms.unassign_after_uninstall_days, terms.enforce_unassign_after_uninstall
    from affiliate_programs program
    left join affiliate_program_terms terms on terms.id = (
      select id from affiliate_program_terms where program_id = program.id order by effective_from desc limit 1
    )
    order by program.id`,
  toRecord: (row) => {
    const isFlat = row['payout_basis'] === 'flat_per_referral'
    const isRecurring = row['recurrence'] === 'recurring'
    const components = toComponents(row['revenue_components'])
    const removes = row['enforce_unassign_after_uninstall'] === 1
    return {
      ...{ id: row['id'], name: row['name'], appId: row['app_id'] },
      removeOnUninstallDays: removes ? row['unassign_after_uninstall_days'] : null,
      rules: {
        percentCommission: isFlat ? null : Number(row['commission_rate'] ?? 0) * 100,
        durationMonths: row['duration_months'],
        // A sale that is no first charge earned nothing, of whatever component: none of them is promised as a whole.
        revenueComponents: [
          ...(isRecurring ? components : ['first charge only']),
          ...(isFlat ? ['flat per referral'] : []),
        ],
      },
    }
  },
}

/** No components are subscriptions, as PartnerDex counts. */
function toComponents(text: unknown): readonly string[] {
  const named = readList(String(text ?? '[]'))
  return named.length === 0 ? ['subscription'] : named
}

/** What is no list is one component that nobody knows. */
function readList(text: string): readonly string[] {
  try {
    const components: unknown = JSON.parse(text)
    return Array.isArray(components) ? components.map(String) : []
  } catch {
    return [text]
  }
}

const members: TablePlan = {
  table: 'affiliate_memberships',
  kind: 'affiliate',
  sql: `
    select member.affiliate_id, member.program_id, member.handle, member.status, member.joined_at, member.approved_at,
      member.rejected_at, person.name, person.email, person.paypal_email, person.payout_hold,
      person.status as person_status
    from affiliate_memberships member
    join affiliates person on person.id = member.affiliate_id
    order by member.id`,
  toRecord: (row) => ({
    ...{ id: row['affiliate_id'], name: row['name'], email: row['email'], paypalEmail: row['paypal_email'] },
    ...{ payoutHold: row['payout_hold'] === 1, createdAt: row['joined_at'] },
    memberships: [
      {
        ...{ affiliateProgramId: row['program_id'], handle: row['handle'], createdAt: row['joined_at'] },
        ...{ approvedAt: row['approved_at'], rejectedAt: row['rejected_at'] },
        status: row['person_status'] === 'disabled' ? 'disabled' : row['status'],
      },
    ],
  }),
}

const referrals: TablePlan = {
  table: 'affiliate_attributions',
  kind: 'referral',
  sql: `
    select id, affiliate_id, program_id, shop_id, myshopify_domain, referred_at, source, external_page_view_id,
      created_at, deleted_at
    from affiliate_attributions
    order by id`,
  toRecord: (row) => ({
    ...{ id: row['id'], affiliateId: row['affiliate_id'], affiliateProgramId: row['program_id'] },
    ...{ date: row['referred_at'], createdAt: row['created_at'], deletedAt: row['deleted_at'] },
    appListingPageViewId: row['source'] === 'ga4' ? 'ga4' : row['external_page_view_id'],
    appInstallation: { myshopifyDomain: row['myshopify_domain'], platformId: row['shop_id'] },
  }),
}

const claims: TablePlan = {
  table: 'affiliate_attribution_claims',
  kind: 'claim',
  sql: `
    select id, affiliate_id, program_id, myshopify_domain, customer_name, claimed_at, notes, status, decided_at,
      decided_by, decision_notes, created_at, deleted_at
    from affiliate_attribution_claims
    order by id`,
  toRecord: (row) => ({
    ...{ id: row['id'], affiliateId: row['affiliate_id'], affiliateProgramId: row['program_id'] },
    ...{ customerName: row['customer_name'], date: row['claimed_at'], notes: row['notes'] },
    ...{ createdAt: row['created_at'], deletedAt: row['deleted_at'], decisionNotes: row['decision_notes'] },
    approvedAt: row['status'] === 'approved' ? row['decided_at'] : null,
    rejectedAt: row['status'] === 'rejected' ? row['decided_at'] : null,
    decisionBy: { name: row['decided_by'] },
    appInstallation: { myshopifyDomain: row['myshopify_domain'] },
  }),
}

const payouts: TablePlan = {
  table: 'affiliate_payouts',
  kind: 'payout',
  // What was paid by no payout was paid all the same: what has one time and one reference is one payment.
  sql: `
    select id, number, affiliate_id, program_id, status, amount, amount_paid, currency, period_end, paid_at,
      payment_method, created_at, deleted_at
    from affiliate_payouts
    union all
    select ${paidTogether()}, coalesce(payment_reference, paid_at), affiliate_id, program_id, 'paid',
      sum(coalesce(paid_amount, amount)), null, currency, null, paid_at, null, paid_at, null
    from affiliate_commissions
    where paid_at is not null and payout_id = '' and cancelled_at is null
    group by affiliate_id, program_id, currency, paid_at, payment_reference
    order by 1`,
  toRecord: (row) => ({
    ...{ id: row['id'], number: row['number'], affiliateId: row['affiliate_id'] },
    ...{ affiliateProgramId: row['program_id'], status: row['status'], amount: row['amount'] },
    ...{ amountPaid: row['amount_paid'], periodEnd: row['period_end'], paidAt: row['paid_at'] },
    ...{ paymentMethod: row['payment_method'], createdAt: row['created_at'], deletedAt: row['deleted_at'] },
    currency: row['currency'],
  }),
}

/** The name of a payment that no payout stands for. */
function paidTogether(): string {
  return `'paid ' || paid_at || ' ' || affiliate_id || ' ' || program_id || coalesce(' ' || payment_reference, '')`
}

const commissions: TablePlan = {
  table: 'affiliate_commissions',
  kind: 'commission',
  sql: `
    select id, attribution_id, affiliate_id, program_id, amount, currency, earned_at, cancelled_at, cancel_reason,
      case when source = 'imported' and transaction_id = '' then 'imported' else 'computed' end as origin,
      case
        when payout_id <> '' then payout_id
        when paid_at is not null and cancelled_at is null then ${paidTogether()}
      end as payout
    from affiliate_commissions
    order by id`,
  toRecord: (row) => ({
    ...{ id: row['id'], affiliateId: row['affiliate_id'], affiliateProgramId: row['program_id'] },
    ...{ affiliateAttributionId: row['attribution_id'], transactionId: row['id'], amount: row['amount'] },
    ...{ date: row['earned_at'], cancelled: row['cancelled_at'] !== null, updatedAt: row['cancelled_at'] },
    ...{ cancelReason: row['cancel_reason'], payoutId: row['payout'], origin: row['origin'] },
    transaction: { grossAmountCurrencyCode: row['currency'] },
  }),
}

/** The tables that are read, in the order of their reading. */
export const partnerdexTables = [programs, members, referrals, claims, payouts, commissions] as const

/** All tables of which a statement reads something. */
export const tablesRead = [
  ...partnerdexTables.map(({ table }) => table),
  ...['affiliates', 'affiliate_program_terms'],
] as const
