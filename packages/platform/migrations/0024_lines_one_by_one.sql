-- A run's lines are looked up one by one. With a join of three tables the planner could also look a commission up by its
-- workspace alone, which it has from the payout, and where it had the statistics of few of the tables it did: each line
-- read all commissions of its workspace. Limits keep the look-ups apart. The checks are those of 0003 and 0019.
create or replace function assign_lines() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan set jit to off as $$
declare
  assigned bigint;
begin
  if exists (
    select from added line
    cross join lateral (
      select app_id, membership_id, currency from commissions
      where workspace_id = line.workspace_id and id = line.commission_id
      limit 1
    ) commission
    cross join lateral (
      select app_id, membership_id, currency from payouts
      where workspace_id = line.workspace_id and id = line.payout_id
      limit 1
    ) payout
    where (commission.app_id, commission.membership_id, commission.currency)
      <> (payout.app_id, payout.membership_id, payout.currency)
  ) then
    raise exception 'a payout has lines of one membership and currency, its own'
      using errcode = 'check_violation', constraint = 'payout_commissions_same_membership_and_currency';
  end if;

  -- A rival that assigns the same commission waits here, and then finds it taken.
  update commissions set payout_id = line.payout_id
  from added line
  where commissions.workspace_id = line.workspace_id
    and commissions.id = line.commission_id
    and commissions.payout_id is null;
  get diagnostics assigned = row_count;
  if assigned <> (select count(*) from added) then
    raise exception 'a commission is in one living payout'
      using errcode = 'unique_violation', constraint = 'payout_commissions_one_living_payout';
  end if;

  if exists (
    select from (select distinct workspace_id, payout_id from added) touched
    join payouts payout on payout.workspace_id = touched.workspace_id and payout.id = touched.payout_id
    where payout.line_count < (
      select count(*) from payout_commissions line
      where line.workspace_id = touched.workspace_id and line.payout_id = touched.payout_id
    )
  ) then
    raise exception 'a payout keeps the lines that it was made with'
      using errcode = 'check_violation', constraint = 'payout_commissions_with_their_payout';
  end if;
  return null;
end
$$;
