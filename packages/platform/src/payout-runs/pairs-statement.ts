import type { Statement } from '../database/statements/database.ts'
import { instantText } from '../explain/commission-row.ts'
import { isPayeeHeld, joinPayee } from '../payees/payee-hold.ts'
import { pairTables } from './pair-tables.ts'

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
  /** The lowest threshold that a contract of the due lines states in this currency, and that contract (D181). */
  readonly contractThresholdMinor: string | null
  readonly thresholdContractId: string | null
  /** The reason of an exclusion that stands, else of a suspension (D139), else of a payee that waits (D450), else null. */
  readonly excludedBecause: string | null
  /** The kind of `excludedBecause`. */
  readonly excludedAs: 'excluded' | 'suspended' | 'payee_changed' | null
  /** Sales of the member's shops that wait to be posted, and those that name another shop (D185, D186). */
  readonly waitingSales: number
  readonly misplacedSales: number
  /** Whether nobody is known whom a payment would go to now. */
  readonly lacksPayee: boolean
  /** The payee in force, where it has come since the last payout in place of another one; else null. */
  readonly newPayeeId: string | null
  readonly disputedPayouts: number
}

const columns = `
      pair.membership_id as "membershipId", member.member_name as "memberName", pair.currency,
      pair.sum_minor::text as "sumMinor", pair.held_minor::text as "heldMinor", pair.line_count::integer as "lineCount",
      pair.line_mark::text as "lineMark", threshold.amount as "thresholdMinor",
      terms.version_id as "termsVersionId", terms.target_kind as "termsOf",
      promised.amount as "contractThresholdMinor", promised.contract_id as "thresholdContractId",
      coalesce(waiting.sales, 0)::integer as "waitingSales",
      coalesce(misplaced.sales, 0)::integer as "misplacedSales",
      payee.id is null as "lacksPayee",
      case
        when payee.has_former and not exists (
          select from payouts payout
          where payout.workspace_id = $1 and payout.membership_id = pair.membership_id and not payout.is_voided
            and payout.created_at >= payee.created_at
        ) then payee.id
      end as "newPayeeId",
      coalesce(disputed.payouts, 0)::integer as "disputedPayouts",
      case
        when exclusion.is_excluded then exclusion.reason
        when latest.state = 'suspended' then 'suspended: ' || latest.reason
        when ${isPayeeHeld} then 'payee_changed: until ' || ${instantText('payee.held_until')}
      end as "excludedBecause",
      case
        when exclusion.is_excluded then 'excluded'
        when latest.state = 'suspended' then 'suspended'
        when ${isPayeeHeld} then 'payee_changed'
      end as "excludedAs"`

const joinTerms = `-- D57: of the nearest target with terms in force; before there are any, the first ones that come. One by one: joined
    -- as a table of their own they were found anew for each pair, as long as nothing was analyzed.
    left join lateral (
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
    ) terms on true`

const joinThreshold = `left join lateral (
      select entry ->> 'amountMinor' as amount
      from jsonb_array_elements(terms.thresholds) entry
      where entry ->> 'currency' = pair.currency
      limit 1
    ) threshold on true`

/** The latest order to exclude or to include the pair. */
const joinExclusion = `left join lateral (
      select is_excluded, reason
      from payout_exclusions
      where workspace_id = $1
        and membership_id = pair.membership_id
        and (currency is null or currency = pair.currency)
      order by id desc
      limit 1
    ) exclusion on true`

/** The latest state of the membership. */
const joinState = `left join lateral (
      select state, reason
      from membership_states
      where workspace_id = $1 and membership_id = pair.membership_id
      order by created_at desc, id desc
      limit 1
    ) latest on true`

/**
 * Selects what nobody was paid yet, beside what decides on it. Values: workspace, time of the run; of one pair also its
 * membership and currency.
 */
const selectPairs = (isOne: boolean): string => `
    with${pairTables(isOne)}
    select${columns}
    from pairs pair
    join memberships member on member.workspace_id = $1 and member.id = pair.membership_id
    ${joinTerms}
    left join promised on promised.membership_id = pair.membership_id and promised.currency = pair.currency
    left join waiting on waiting.membership_id = pair.membership_id
    left join misplaced on misplaced.membership_id = pair.membership_id
    left join disputed on disputed.membership_id = pair.membership_id and disputed.currency = pair.currency
    ${joinThreshold}
    ${joinExclusion}
    ${joinPayee('pair.membership_id')}
    ${joinState}
    order by pair.membership_id, pair.currency`

/** What a run of a workspace decides on. */
export const pairsStatement: Statement = {
  name: 'payout_run_pairs',
  isSlow: true,
  text: selectPairs(false),
}

/** What a run would decide on of one membership in one currency. */
export const pairStatement: Statement = { name: 'payout_run_pair', text: selectPairs(true) }
