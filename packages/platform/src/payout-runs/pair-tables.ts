/** Narrows a table to one membership, or to one currency of it; to nothing where all of them are read. */
type Narrow = (column: string) => string

/** Unassigned commissions, by the contract that each was earned under. */
const contractsTable = (ofMember: Narrow, ofCurrency: Narrow): string => `contracts as (
        select
          membership_id, currency, contract_id,
          coalesce(sum(amount_minor) filter (where available_at <= $2), 0) as sum_minor,
          coalesce(sum(amount_minor) filter (where available_at > $2), 0) as held_minor,
          count(*) filter (where available_at <= $2) as line_count,
          -- Two sets of lines with one sum are two previews.
          bit_xor(uuid_hash_extended(id, 0)) filter (where available_at <= $2) as line_mark
        from commissions
        where workspace_id = $1 and payout_id is null ${ofMember('membership_id')} ${ofCurrency('currency')}
        group by membership_id, currency, contract_id
      )`

const pairsTable = `pairs as (
        select
          membership_id, currency, sum(sum_minor) as sum_minor, sum(held_minor) as held_minor,
          sum(line_count) as line_count, bit_xor(line_mark) as line_mark
        from contracts
        group by membership_id, currency
      )`

const promisedTable = `-- D181: what was earned under a lower threshold is not held back by a higher one.
      promised as (
        select distinct on (due.membership_id, due.currency)
          due.membership_id, due.currency, due.contract_id, threshold.amount
        from contracts due
        join referral_contracts contract on contract.workspace_id = $1 and contract.id = due.contract_id
        cross join lateral (
          select entry ->> 'amountMinor' as amount
          from jsonb_array_elements(
            coalesce(contract.rules -> 'thresholds', jsonb_build_array(contract.rules -> 'threshold'))
          ) entry
          where entry ->> 'currency' = due.currency
          limit 1
        ) threshold
        where due.sum_minor > 0
        order by due.membership_id, due.currency, threshold.amount::numeric, due.contract_id
      )`

/** Sales that wait to be posted (D185). */
const waitingTable = (ofMember: Narrow): string => `waiting as (
        select referral.membership_id, count(*) as sales
        from unposted_transactions queued
        join referrals referral
          on referral.workspace_id = queued.workspace_id and referral.app_id = queued.app_id
          and referral.shop_domain = queued.shop_domain and referral.voided_at is null
        where queued.workspace_id = $1 ${ofMember('referral.membership_id')}
        group by referral.membership_id
      )`

/** Sales that name another shop (D186). */
const misplacedTable = (ofMember: Narrow): string => `misplaced as (
        select referral.membership_id, count(*) as sales
        from misplaced_sales sale
        join referrals referral
          on referral.workspace_id = sale.workspace_id and referral.app_id = sale.app_id
          and referral.shop_domain in (sale.shop_domain, sale.named_domain) and referral.voided_at is null
        where sale.workspace_id = $1 ${ofMember('referral.membership_id')}
        group by referral.membership_id
      )`

const disputedTable = (ofMember: Narrow, ofCurrency: Narrow): string => `disputed as (
        select payout.membership_id, payout.currency, count(distinct payout.id) as payouts
        from payment_disputes dispute
        join payouts payout
          on payout.workspace_id = $1 and payout.id = dispute.payout_id and payout.open_disputes > 0
        where dispute.workspace_id = $1 ${ofMember('payout.membership_id')} ${ofCurrency('payout.currency')}
        group by payout.membership_id, payout.currency
      )`

/** The tables that decide on pairs, for `with`: of all memberships and currencies, or of `$3` in `$4` alone. */
export function pairTables(isOne: boolean): string {
  const ofMember: Narrow = (column) => (isOne ? `and ${column} = $3` : '')
  const ofCurrency: Narrow = (column) => (isOne ? `and ${column} = $4` : '')
  return `
      ${contractsTable(ofMember, ofCurrency)},
      ${pairsTable},
      ${promisedTable},
      ${waitingTable(ofMember)},
      ${misplacedTable(ofMember)},
      ${disputedTable(ofMember, ofCurrency)}`
}
