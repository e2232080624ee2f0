/**
 * The state of a referral as SQL (D61). The workspace is the statement's first value.
 *
 * @param referral - the name of the referral's row in SQL
 * @param now - the time in SQL
 */
export function referralStatus(referral: string, now: string): string {
  // With a limit, and not `exists`: for many rows that is planned as a look at all commissions of the workspace.
  return `case
    when ${referral}.voided_at is not null then 'voided'
    when (
      select true from contract_proposals proposal
      where proposal.workspace_id = $1 and proposal.referral_id = ${referral}.id
        and not exists (
          select from contract_proposal_reviews review
          where review.workspace_id = $1 and review.proposal_id = proposal.id
        )
      limit 1
    ) then 'under_review'
    when ${endOf(referral)} <= ${now} then 'ended'
    when (
      select event.kind from install_events event
      where event.workspace_id = $1 and event.app_id = ${referral}.app_id
        and event.shop_domain = ${referral}.shop_domain and event.kind in ('installed', 'uninstalled')
      order by event.occurred_at desc, event.kind desc
      limit 1
    ) = 'uninstalled' then 'uninstalled'
    when (
      select true from commissions
      where commissions.workspace_id = $1 and commissions.referral_id = ${referral}.id
      order by commissions.contract_id
      limit 1
    ) then 'earning'
    else 'attributed'
  end`
}

// Months are added as the engine adds them: the day is that of the install, or the month's last one.
const endOf = (referral: string): string => `(
      select
        (
          ${referral}.installed_at at time zone 'UTC'
          + make_interval(months => (contract.rules ->> 'durationMonths')::integer)
        ) at time zone 'UTC'
      from referral_contracts contract
      where contract.workspace_id = $1 and contract.referral_id = ${referral}.id
      order by contract.applies_from desc, contract.id desc
      limit 1
    )`

/**
 * What the latest evidence for a referral is, as SQL; null without any.
 *
 * @param referral - the name of the referral's row in SQL
 */
export function latestEvidence(referral: string): string {
  return `(
    select evidence.kind from referral_evidence evidence
    where evidence.workspace_id = $1 and evidence.referral_id = ${referral}.id
    order by evidence.id desc
    limit 1
  )`
}
