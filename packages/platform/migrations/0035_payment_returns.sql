-- What a bank gives back ends the effect of its report, and erases nothing (D187).
create table payment_report_returns (
  workspace_id uuid not null,
  report_id uuid not null,
  payout_id uuid not null,
  -- The bank's own, of the return.
  reference text not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, report_id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create trigger insert_only before update or delete or truncate on payment_report_returns
for each statement execute function refuse_change();

alter view payment_report_states rename column is_retracted to is_ended;

create or replace view payment_report_states as
select
  report.workspace_id,
  report.payout_id,
  report.id,
  report.amount_minor,
  exists (
    select from payment_report_retractions retraction
    where retraction.workspace_id = report.workspace_id and retraction.report_id = report.id
  ) or exists (
    select from payment_report_returns returned
    where returned.workspace_id = report.workspace_id and returned.report_id = report.id
  ) as is_ended,
  exists (
    select from payment_disputes dispute
    where dispute.workspace_id = report.workspace_id
      and dispute.report_id = report.id
      and not exists (
        select from payment_dispute_closings closing
        where closing.workspace_id = dispute.workspace_id and closing.dispute_id = dispute.id
      )
  ) as is_disputed,
  coalesce(
    (
      select sum(confirmation.amount_minor) from payment_confirmations confirmation
      where confirmation.workspace_id = report.workspace_id
        and confirmation.report_id = report.id
        and not exists (
          select from payment_confirmation_retractions retraction
          where retraction.workspace_id = confirmation.workspace_id and retraction.confirmation_id = confirmation.id
        )
    ),
    0
  ) as confirmed_minor
from payment_reports report;

create or replace function refresh_payout_sums() returns trigger language plpgsql as $$
begin
  -- The rows are locked by a statement of its own, in one order: the next statement then sees what a rival
  -- transaction has committed meanwhile, and two of them cannot lock each other out.
  perform from payouts
  where (workspace_id, id) in (select workspace_id, payout_id from changed)
  order by workspace_id, id
  for no key update;

  if exists (
    select from payment_report_states state
    where (state.workspace_id, state.payout_id) in (select workspace_id, payout_id from changed)
      and state.confirmed_minor > state.amount_minor
  ) then
    raise exception 'confirmations exceed their report'
      using errcode = 'check_violation', constraint = 'payment_confirmations_within_report';
  end if;

  update payouts
  set claimed_minor = sums.claimed_minor,
      reported_minor = sums.reported_minor,
      confirmed_minor = sums.confirmed_minor,
      open_disputes = sums.open_disputes,
      is_voided = exists (
        select from payout_voids void
        where void.workspace_id = payouts.workspace_id and void.payout_id = payouts.id
      )
  from (
    select
      touched.workspace_id,
      touched.payout_id,
      coalesce(sum(state.amount_minor) filter (where not is_ended), 0) as claimed_minor,
      coalesce(sum(state.amount_minor) filter (where not is_ended and not is_disputed), 0) as reported_minor,
      coalesce(sum(state.confirmed_minor) filter (where not is_ended and not is_disputed), 0) as confirmed_minor,
      count(state.id) filter (where not is_ended and is_disputed) as open_disputes
    from (select distinct workspace_id, payout_id from changed) touched
    left join payment_report_states state using (workspace_id, payout_id)
    group by touched.workspace_id, touched.payout_id
  ) sums
  where payouts.workspace_id = sums.workspace_id and payouts.id = sums.payout_id;

  return null;
end
$$;

create trigger refresh_sums after insert on payment_report_returns
referencing new table as changed for each statement execute function refresh_payout_sums();

select watch_facts('payment_report_returns');

-- Whatever else the view holds by now stays in it.
do $$
begin
  execute format(
    'create or replace view audit_entries as
    select * from (%s) known
    union all
    select workspace_id, recorded_at, report_id, actor, ''create'', ''payment_return'', report_id, null
    from payment_report_returns',
    rtrim(pg_get_viewdef('audit_entries'::regclass), '; ')
  );
end
$$;
