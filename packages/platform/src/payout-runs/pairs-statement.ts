import type { Statement } from '../database/database.ts'

/** One membership and currency with unassigned commissions; amounts in minor units as text. */
export interface PairRow {
  readonly membershipId: string
  readonly memberName: string
  readonly currency: string
  /** Available at the run's time. Below 0 the member owes it. */
  readonly sumMinor: string
  /** Not available yet. */
  readonly heldMinor: string
  /** How many commissions the sum is of, and a checksum of their ids. */
  readonly lineCount: number
  readonly lineMark: string | null
  /** Null where the terms have no threshold in this currency. */
  readonly thresholdMinor: string | null
  readonly termsVersionId: string | null
  /** Whose terms: the membership's own, its group's or its program's. */
  readonly termsOf: 'membership' | 'group' | 'program' | null
  /** The reason of an exclusion that stands, else of a suspension that stands (D139), else null. */
  readonly excludedBecause: string | null
}

/** Adds up what nobody was paid yet, beside what decides on it. Values: workspace, time of the run. */
export const pairsStatement: Statement = {
  name: 'payout_run_pairs',
  text: `
    with
      pairs as (
        select
          membership_id, currency,
          coalesce(sum(amount_minor) filter (where available_at <= $2), 0) as sum_minor,
          coalesce(sum(amount_minor) filter (where available_at > $2), 0) as held_minor,
          count(*) filter (where available_at <= $2) as line_count,
          -- Two sets of lines with one sum are two previews.
          bit_xor(uuid_hash_extended(id, 0)) filter (where available_at <= $2) as line_mark
        from commissions
        where workspace_id = $1 and payout_id is null
        group by membership_id, currency
      ),
      terms as (
        select member.id as membership_id, version.*
        from (select distinct membership_id from pairs) paired
        join memberships member on member.workspace_id = $1 and member.id = paired.membership_id
        -- D57: of the nearest target with terms in force; before there are any, the first ones that come.
        cross join lateral (
          select
            id as version_id, target_kind,
            coalesce(rules -> 'thresholds', jsonb_build_array(rules -> 'threshold')) as thresholds
          from terms_versions
          where workspace_id = $1
            and target_id in (member.id, member.group_id, member.program_id)
          order by
            effective_at <= $2 desc,
            case target_kind when 'membership' then 1 when 'group' then 2 else 3 end,
            case when effective_at <= $2 then effective_at end desc nulls last,
            case when effective_at <= $2 then id end desc nulls last,
            effective_at, id
          limit 1
        ) version
      )
    select
      pair.membership_id as "membershipId", member.member_name as "memberName", pair.currency,
      pair.sum_minor::text as "sumMinor", pair.held_minor::text as "heldMinor", pair.line_count::integer as "lineCount",
      pair.line_mark::text as "lineMark", threshold.amount as "thresholdMinor",
      terms.version_id as "termsVersionId", terms.target_kind as "termsOf",
      case
        when exclusion.is_excluded then exclusion.reason
        when latest.state = 'suspended' then 'suspended: ' || latest.reason
      end as "excludedBecause"
    from pairs pair
    join memberships member on member.workspace_id = $1 and member.id = pair.membership_id
    left join terms on terms.membership_id = pair.membership_id
    left join lateral (
      select entry ->> 'amountMinor' as amount
      from jsonb_array_elements(terms.thresholds) entry
      where entry ->> 'currency' = pair.currency
      limit 1
    ) threshold on true
    left join lateral (
      select is_excluded, reason
      from payout_exclusions
      where workspace_id = $1
        and membership_id = pair.membership_id
        and (currency is null or currency = pair.currency)
      order by id desc
      limit 1
    ) exclusion on true
    left join lateral (
      select state, reason
      from membership_states
      where workspace_id = $1 and membership_id = pair.membership_id
      order by created_at desc, id desc
      limit 1
    ) latest on true
    order by pair.membership_id, pair.currency`,
}
