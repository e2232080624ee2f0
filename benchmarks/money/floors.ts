import type pg from 'pg'
import type { MoneyWorld } from './world.ts'

/** An id that rises with time, as the platform makes them. */
const newTimedId = `(
  lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || right(md5(random()::text), 19)
)::uuid`

const worthOf = (base: string): string => `floor((rules ->> 'rateBps')::numeric * (${base}) / 100)`

/**
 * Posts everything that waits, by one statement: the same sums, rounded once for each position. It knows no refund, no
 * revision, one currency, and one contract for each shop.
 */
export async function postByHand(
  client: pg.Client,
  { workspaceId, appId, runId }: MoneyWorld,
): Promise<void> {
  await client.query(
    `with taken as (
       delete from unposted_transactions where workspace_id = $1 and app_id = $2
       returning shop_domain, platform_id, source, revision
     ), shop as (
       select referral.id as referral_id, contract.id as contract_id, referral.membership_id, referral.program_id,
         referral.shop_domain, contract.rules, coalesce(last.sequence, 0) as sequence, coalesce(last.base, 0) as base
       from (select distinct shop_domain from taken) touched
       join referrals referral
         on referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain = touched.shop_domain
       join referral_contracts contract on contract.workspace_id = $1 and contract.referral_id = referral.id
       left join lateral (
         select sequence, base_before + base_change as base
         from commissions
         where workspace_id = $1 and referral_id = referral.id and contract_id = contract.id and currency = 'USD'
         order by sequence desc
         limit 1
       ) last on true
     ), latest as (
       update shop_postings posting set latest_collected_at = found.collected_at
       from (
         select shop_domain, max(collected_at) as collected_at
         from taken join app_transactions using (platform_id, source, revision, shop_domain)
         where workspace_id = $1 and app_id = $2
         group by shop_domain
       ) found
       where posting.workspace_id = $1 and posting.app_id = $2 and posting.shop_domain = found.shop_domain
     )
     insert into commissions
       (workspace_id, app_id, run_id, actor, id, program_id, membership_id, referral_id, contract_id, currency,
        sequence, entry, cause, platform_id, sale_kind, base_before, base_change, amount_minor, accrued_at, available_at)
     select $1, $2, $3, 'system', ${newTimedId}, program_id, membership_id, referral_id, contract_id, 'USD',
       sequence + number, 'accrual', 'sale', platform_id, kind, base_before, gross,
       ${worthOf('base_before + gross')} - ${worthOf('base_before')}, collected_at,
       collected_at + (rules ->> 'holdDays')::integer * interval '1 day'
     from (
       select shop.*, app_transaction.platform_id, app_transaction.kind, app_transaction.gross, app_transaction.collected_at,
         row_number() over position as number,
         shop.base + sum(app_transaction.gross) over position - app_transaction.gross as base_before
       from taken
       join app_transactions app_transaction
         on app_transaction.workspace_id = $1 and app_transaction.app_id = $2 and app_transaction.platform_id = taken.platform_id
         and app_transaction.source = taken.source and app_transaction.revision = taken.revision
       join shop on shop.shop_domain = taken.shop_domain
       window position as (
         partition by shop.referral_id order by app_transaction.collected_at, app_transaction.platform_id
       )
     ) sale
     order by referral_id, number`,
    [workspaceId, appId, runId],
  )
}

/** Stores lines of a file, and leaves them to be posted. */
export async function storeByHand(
  client: pg.Client,
  { workspaceId, appId, runId }: MoneyWorld,
  lines: readonly string[],
): Promise<void> {
  await client.query(
    `insert into app_transactions
       (workspace_id, app_id, source, run_id, platform_id, revision, shop_domain, kind, charge_id, billing_interval,
        gross, gross_currency, net, net_currency, collected_at, content_hash)
     select $1, $2, 'manual_file', $3, sale."platformId", 1, sale."shopDomain", sale.kind, sale."chargeId",
       sale."billingInterval", sale.gross, sale.currency, sale.net, sale.currency, sale."collectedAt",
       sha256(sale::text::bytea)
     from jsonb_to_recordset($4) as sale (
       "platformId" text, "kind" text, "shopDomain" text, "chargeId" text, "billingInterval" text, "gross" numeric,
       "net" numeric, "currency" text, "collectedAt" timestamptz
     )
     where exists (
       select from referrals
       where workspace_id = $1 and app_id = $2 and shop_domain = sale."shopDomain" and voided_at is null
     )
     on conflict do nothing`,
    [workspaceId, appId, runId, `[${lines.join(',')}]`],
  )
}

/** Freezes a run over everything that is available, by one statement: no threshold but 0, no exclusion, no preview. */
export async function freezeByHand(client: pg.Client, { workspaceId, appId }: MoneyWorld): Promise<void> {
  await client.query(
    `with run as (
       insert into payout_runs (workspace_id, id, as_of, preview_hash, actor)
       values ($1, ${newTimedId}, date_trunc('milliseconds', now()), '', 'system')
       returning id, as_of
     ), pair as (
       select membership_id, currency, sum(amount_minor) as amount, count(*) as lines, ${newTimedId} as id
       from commissions, run
       where workspace_id = $1 and payout_id is null and available_at <= run.as_of
       group by membership_id, currency
     ), decision as (
       insert into payout_run_decisions
         (workspace_id, run_id, membership_id, currency, sum_minor, held_minor, threshold_minor, decision)
       select $1, run.id, membership_id, currency, amount, 0, 0, 'paid' from pair, run
     ), payout as (
       insert into payouts
         (workspace_id, id, app_id, program_id, membership_id, amount_minor, currency, run_id, line_count, created_at)
       select $1, pair.id, $2, $2, membership_id, amount, currency, run.id, lines, run.as_of from pair, run
     )
     insert into payout_commissions (workspace_id, payout_id, commission_id)
     select $1, pair.id, commission.id
     from pair
     join commissions commission
       on commission.workspace_id = $1 and commission.membership_id = pair.membership_id
       and commission.currency = pair.currency
     cross join run
     where commission.payout_id is null and commission.available_at <= run.as_of`,
    [workspaceId, appId],
  )
}

/**
 * Finds the commission that a unit of a payout belongs to, with all that an explanation of it tells, as one document: what
 * took back its sale and what was said about the payment as well, which here is nothing.
 */
export async function explainByHand(
  client: pg.Client,
  { workspaceId }: MoneyWorld,
  { payoutId, unit }: { readonly payoutId: string; readonly unit: bigint },
): Promise<{ readonly appTransaction: { readonly platform_id: string } }> {
  const { rows } = await client.query({
    name: 'explain_by_hand',
    text: `
      select jsonb_build_object(
        'payout', to_jsonb(payout), 'run', to_jsonb(run), 'decision', to_jsonb(decision), 'terms', to_jsonb(terms),
        'commission', to_jsonb(commission), 'contract', to_jsonb(contract), 'referral', to_jsonb(referral),
        'appTransaction', to_jsonb(app_transaction),
        'evidence', (
          select jsonb_agg(to_jsonb(evidence)) from referral_evidence evidence
          where evidence.workspace_id = $1 and evidence.referral_id = commission.referral_id
        ),
        'takenBack', (
          select jsonb_agg(to_jsonb(taking)) from commissions taking
          where taking.workspace_id = $1 and taking.app_id = commission.app_id
            and taking.original_platform_id = commission.platform_id
        ),
        'reports', (
          select jsonb_agg(to_jsonb(report)) from payment_reports report
          where report.workspace_id = $1 and report.payout_id = payout.id and not exists (
            select from payment_report_retractions where workspace_id = $1 and report_id = report.id
          )
        ),
        'confirmations', (
          select jsonb_agg(to_jsonb(confirmation))
          from payment_reports report
          join payment_confirmations confirmation
            on confirmation.workspace_id = $1 and confirmation.report_id = report.id
          where report.workspace_id = $1 and report.payout_id = payout.id and not exists (
            select from payment_confirmation_retractions where workspace_id = $1 and confirmation_id = confirmation.id
          )
        )
      ) as explanation
      from (
        select commission_id
        from payout_units
        where workspace_id = $1 and payout_id = $2 and last_unit >= $3
        order by last_unit
        limit 1
      ) unit
      join commissions commission on commission.workspace_id = $1 and commission.id = unit.commission_id
      join payouts payout on payout.workspace_id = $1 and payout.id = $2
      join payout_runs run on run.workspace_id = $1 and run.id = payout.run_id
      join payout_run_decisions decision
        on decision.workspace_id = $1 and decision.run_id = run.id
        and decision.membership_id = payout.membership_id and decision.currency = payout.currency
      left join terms_versions terms on terms.workspace_id = $1 and terms.id = decision.terms_version_id
      join referral_contracts contract on contract.workspace_id = $1 and contract.id = commission.contract_id
      join referrals referral on referral.workspace_id = $1 and referral.id = commission.referral_id
      cross join lateral (
        select * from app_transactions
        where workspace_id = $1 and app_id = commission.app_id and platform_id = commission.platform_id
        order by revision desc
        limit 1
      ) app_transaction`,
    values: [workspaceId, payoutId, `${unit}`],
  })
  return rows[0]?.explanation
}
