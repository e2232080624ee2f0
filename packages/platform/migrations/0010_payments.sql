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

-- A payment is found by its own reference, in any letter case.
create index payment_reports_by_reference
on payment_reports (workspace_id, (upper(reference collate "und-x-icu") collate "C"))
where reference is not null;

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

create index payment_report_returns_by_reference
on payment_report_returns (workspace_id, (upper(reference collate "und-x-icu") collate "C"));

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

create function refresh_payout_sums() returns trigger language plpgsql as $$
declare
  touched record;
  sums record;
begin
  -- One after the other in one order, so that two transactions cannot lock each other out. Each payout is locked by a
  -- statement of its own: the next one then sees what a rival transaction has committed meanwhile.
  for touched in select distinct workspace_id, payout_id from changed order by workspace_id, payout_id loop
    perform from payouts where workspace_id = touched.workspace_id and id = touched.payout_id for no key update;

    select
      coalesce(bool_or(confirmed_minor > amount_minor), false) as is_exceeded,
      coalesce(sum(amount_minor) filter (where not is_ended), 0) as claimed_minor,
      coalesce(sum(amount_minor) filter (where not is_ended and not is_disputed), 0) as reported_minor,
      coalesce(sum(confirmed_minor) filter (where not is_ended and not is_disputed), 0) as confirmed_minor,
      count(*) filter (where not is_ended and is_disputed) as open_disputes,
      exists (
        select from payout_voids where workspace_id = touched.workspace_id and payout_id = touched.payout_id
      ) as is_voided
    into sums
    from (
      select
        report.amount_minor,
        exists (
          select from payment_report_retractions retraction
          where retraction.workspace_id = touched.workspace_id and retraction.report_id = report.id
        ) or exists (
          select from payment_report_returns returned
          where returned.workspace_id = touched.workspace_id and returned.report_id = report.id
        ) as is_ended,
        exists (
          select from payment_disputes dispute
          where dispute.workspace_id = touched.workspace_id
            and dispute.report_id = report.id
            and not exists (
              select from payment_dispute_closings closing
              where closing.workspace_id = touched.workspace_id and closing.dispute_id = dispute.id
            )
        ) as is_disputed,
        coalesce(
          (
            select sum(confirmation.amount_minor) from payment_confirmations confirmation
            where confirmation.workspace_id = touched.workspace_id
              and confirmation.report_id = report.id
              and not exists (
                select from payment_confirmation_retractions retraction
                where retraction.workspace_id = touched.workspace_id and retraction.confirmation_id = confirmation.id
              )
          ),
          0
        ) as confirmed_minor
      from payment_reports report
      where report.workspace_id = touched.workspace_id and report.payout_id = touched.payout_id
    ) state;

    if sums.is_exceeded then
      raise exception 'confirmations exceed their report'
        using errcode = 'check_violation', constraint = 'payment_confirmations_within_report',
          detail = 'constraint "payment_confirmations_within_report"';
    end if;

    update payouts
    set claimed_minor = sums.claimed_minor, reported_minor = sums.reported_minor,
        confirmed_minor = sums.confirmed_minor, open_disputes = sums.open_disputes, is_voided = sums.is_voided
    where workspace_id = touched.workspace_id and id = touched.payout_id;
  end loop;
  return null;
end
$$;

create function release_lines() returns trigger language plpgsql as $$
declare
  void record;
begin
  for void in select workspace_id, payout_id from voids loop
    update commissions set payout_id = null
    where workspace_id = void.workspace_id and payout_id = void.payout_id;
  end loop;
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
