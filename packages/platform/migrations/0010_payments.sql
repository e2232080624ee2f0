-- What payer and member say about the payment of a payout.

create table payment_reports (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  method text not null,
  reference text,
  paid_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, id),
  unique (workspace_id, payout_id, id),
  foreign key (workspace_id, payout_id) references payouts
);

create table payment_report_retractions (
  workspace_id uuid not null,
  report_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, report_id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

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

create table payment_confirmations (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  report_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create index payment_confirmations_by_report on payment_confirmations (workspace_id, report_id);

create table payment_confirmation_retractions (
  workspace_id uuid not null,
  confirmation_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, confirmation_id),
  foreign key (workspace_id, confirmation_id) references payment_confirmations,
  foreign key (workspace_id, payout_id) references payouts
);

create table payment_disputes (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  report_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, id),
  unique (workspace_id, payout_id, id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create index payment_disputes_by_report on payment_disputes (workspace_id, report_id);

create table payment_dispute_closings (
  workspace_id uuid not null,
  dispute_id uuid not null,
  payout_id uuid not null,
  resolution text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, dispute_id),
  foreign key (workspace_id, payout_id, dispute_id) references payment_disputes (workspace_id, payout_id, id)
);

create table payout_voids (
  workspace_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, payout_id),
  foreign key (workspace_id, payout_id) references payouts
);

-- What the facts say of each report: the one reading of them, behind the sums and the checks.
create view payment_report_states as
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

create function refresh_payout_sums() returns trigger language plpgsql as $$
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

create function release_lines() returns trigger language plpgsql as $$
begin
  update commissions set payout_id = null
  from voids void
  join payout_commissions line on line.workspace_id = void.workspace_id and line.payout_id = void.payout_id
  where commissions.workspace_id = line.workspace_id
    and commissions.id = line.commission_id
    and commissions.payout_id = void.payout_id;
  return null;
end
$$;

create trigger release_lines after insert on payout_voids
referencing new table as voids for each statement execute function release_lines();

-- The derived sums follow from the facts: nothing but their triggers writes them, and nothing changes a payout itself.
create function guard_payouts() returns trigger language plpgsql as $$
declare
  sums constant text[] := array['claimed_minor', 'reported_minor', 'confirmed_minor', 'open_disputes', 'is_voided'];
begin
  if tg_op = 'INSERT' then
    if (new.claimed_minor, new.reported_minor, new.confirmed_minor, new.open_disputes, new.is_voided)
      = (0, 0, 0, 0, false) then
      return new;
    end if;
  elsif tg_op = 'UPDATE' and pg_trigger_depth() > 1 and to_jsonb(new) - sums = to_jsonb(old) - sums then
    return new;
  end if;
  raise exception 'only facts change payouts' using errcode = 'restrict_violation';
end
$$;

create trigger only_facts before insert or update or delete on payouts
for each row execute function guard_payouts();
create trigger insert_only before truncate on payouts for each statement execute function refuse_change();

-- Each of these tables of facts is insert-only and anchored, and changes the sums.
do $$
declare
  fact text;
begin
  foreach fact in array array[
    'payment_reports', 'payment_report_retractions', 'payment_report_returns', 'payment_confirmations',
    'payment_confirmation_retractions', 'payment_disputes', 'payment_dispute_closings', 'payout_voids'
  ] loop
    perform keep_facts(fact), watch_facts(fact);
    execute format(
      'create trigger refresh_sums after insert on %I
      referencing new table as changed for each statement execute function refresh_payout_sums()',
      fact
    );
  end loop;
end
$$;
