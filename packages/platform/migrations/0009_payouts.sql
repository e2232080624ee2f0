-- Commissions are frozen into payouts. What follows from facts is kept by triggers, in the transaction that adds the
-- fact, and nothing else writes it.

-- A frozen run. Without an app it is one of the whole workspace.
create table payout_runs (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  app_id uuid,
  as_of timestamptz(3) not null,
  preview_hash text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  constraint payout_runs_not_ahead check (as_of <= created_at)
);

create table payout_run_decisions (
  workspace_id uuid not null,
  run_id uuid not null,
  membership_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Below 0 where the member owes.
  sum_minor numeric not null,
  held_minor numeric not null,
  threshold_minor numeric(38, 0) not null check (threshold_minor >= 0),
  -- Where the threshold comes from.
  terms_version_id uuid,
  -- The contract whose threshold ruled, where it is lower than that of the terms in force (D181).
  threshold_contract_id uuid,
  decision text not null check (decision in ('paid', 'below_threshold', 'nothing_due', 'excluded')),
  reason text,
  warnings text[] not null default '{}',
  primary key (workspace_id, run_id, membership_id, currency),
  foreign key (workspace_id, run_id) references payout_runs,
  foreign key (workspace_id, terms_version_id) references terms_versions,
  foreign key (workspace_id, threshold_contract_id) references referral_contracts
);

-- The latest one of a membership and currency rules; without a currency it is about all of them.
create table payout_exclusions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  currency text check (currency ~ '^[A-Z]{3}$'),
  is_excluded boolean not null,
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create index payout_exclusions_by_membership on payout_exclusions (workspace_id, membership_id, id desc);

-- How a membership is paid, from a date on. The one with the greatest (effective_from, id) not after a time applies.
-- Erasure blanks the details: one that is blank counts as none.
create table payees (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  effective_from timestamptz(3) not null,
  name text not null,
  -- What Wise and banks ask for. Null is a person.
  kind text check (kind in ('person', 'company')),
  town text,
  method text not null check (method in ('paypal', 'wise', 'sepa', 'other')),
  email text,
  iban text,
  bic text,
  country text,
  -- SHA-256 of the details, which stays when they are gone. The salt goes with them: nobody can guess them from it.
  details_digest text not null,
  details_salt bytea,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create index payees_by_membership on payees (workspace_id, membership_id, effective_from desc, id desc);

-- Of a row as a document: in a part of a spread table it is of another type.
create function digest_payee(payee jsonb) returns text language sql immutable as $$
  select encode(
    sha256(
      coalesce((payee ->> 'details_salt')::bytea, '') || convert_to(
        jsonb_build_array(
          payee -> 'name', payee -> 'kind', payee -> 'town', payee -> 'email', payee -> 'iban', payee -> 'bic',
          payee -> 'country'
        )::text,
        'UTF8'
      )
    ),
    'hex'
  )
$$;

-- A restored row has its digest already.
create function salt_payee() returns trigger language plpgsql as $$
begin
  if new.details_digest is null then
    new.details_salt := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    new.details_digest := digest_payee(to_jsonb(new));
  end if;
  return new;
end
$$;

create trigger salted before insert on payees for each row execute function salt_payee();

-- Whether nothing of the details is left, as of a member who was erased.
create function is_empty_payee(payee jsonb) returns boolean language sql immutable as $$
  select payee ->> 'name' = '' and coalesce(
    payee ->> 'details_salt', payee ->> 'kind', payee ->> 'town', payee ->> 'email', payee ->> 'iban', payee ->> 'bic',
    payee ->> 'country'
  ) is null
$$;

create trigger insert_only before delete or truncate on payees
for each statement execute function refuse_change();

create function guard_payees() returns trigger language plpgsql as $$
declare
  details constant text[] := array['name', 'kind', 'town', 'email', 'iban', 'bic', 'country', 'details_salt'];
begin
  if is_empty_payee(to_jsonb(new)) and to_jsonb(new) - details = to_jsonb(old) - details
    and exists (select from erasures where workspace_id = new.workspace_id and membership_id = new.membership_id) then
    return new;
  end if;
  raise exception 'only erasure changes payees' using errcode = 'restrict_violation';
end
$$;

create trigger only_erasure before update on payees for each row execute function guard_payees();

create table payouts (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  -- The group at the time of the payout: a member who changes groups takes no payout along.
  group_id uuid,
  membership_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Null of a payout by hand.
  run_id uuid,
  line_count integer not null default 1 check (line_count > 0),
  actor actor not null default current_actor(),
  created_at timestamptz(3) not null,
  -- Sums of the facts of its payment. Not bounded to 38 digits, so that what exceeds the amount is refused by the check
  -- and not by an overflow.
  claimed_minor numeric not null default 0,
  reported_minor numeric(38, 0) not null default 0,
  confirmed_minor numeric(38, 0) not null default 0,
  open_disputes integer not null default 0,
  is_voided boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, program_id, membership_id)
    references memberships (workspace_id, app_id, program_id, id),
  foreign key (workspace_id, run_id, membership_id, currency) references payout_run_decisions,
  constraint payouts_reports_within_amount check (claimed_minor <= amount_minor),
  -- What was reported is not taken back into the next run.
  constraint payouts_voided_without_report check (not is_voided or claimed_minor = 0)
);

create unique index payouts_one_per_decision on payouts (workspace_id, run_id, membership_id, currency)
where run_id is not null;

-- The first match wins. Never stored: a list row and the index below both call it.
create function payout_status(
  is_voided boolean, open_disputes integer, amount numeric, reported numeric, confirmed numeric
) returns text language sql immutable parallel safe as $$
  select case
    when is_voided then 'voided'
    when open_disputes > 0 then 'disputed'
    when reported = 0 then 'unreported'
    when reported < amount then 'partially_reported'
    when confirmed = 0 then 'reported'
    when confirmed < amount then 'partially_confirmed'
    else 'confirmed'
  end
$$;

-- As the lists of programs have them.
create index payouts_by_app on payouts (workspace_id, app_id, created_at desc, id desc);
create index payouts_by_program on payouts (workspace_id, program_id, created_at desc, id desc);
create index payouts_by_group on payouts (workspace_id, group_id, created_at desc, id desc);
create index payouts_by_membership on payouts (workspace_id, membership_id, created_at desc, id desc);
create index payouts_by_currency
on payouts (workspace_id, (app_id::text || currency) collate "C", created_at desc, id desc);
create index payouts_by_status on payouts (
  workspace_id,
  (app_id::text || payout_status(is_voided, open_disputes, amount_minor, reported_minor, confirmed_minor)) collate "C",
  created_at desc,
  id desc
);

-- The payouts of a run, page by page.
create index payouts_by_run on payouts (workspace_id, run_id, created_at desc, id desc) where run_id is not null;

-- What the sums of a workspace are read from.
create index payouts_living on payouts (workspace_id, currency) include (amount_minor, reported_minor, confirmed_minor)
where not is_voided;

-- What is still to be paid, run by run: few of many once files were paid and recorded.
create index payouts_to_be_paid on payouts (workspace_id, run_id, currency) include (amount_minor, claimed_minor)
where run_id is not null and not is_voided and open_disputes = 0 and claimed_minor < amount_minor;

create statistics payouts_app_of_workspace (dependencies) on workspace_id, app_id from payouts;

alter table payouts
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);

create table payout_commissions (
  workspace_id uuid not null,
  payout_id uuid not null,
  commission_id uuid not null,
  primary key (workspace_id, payout_id, commission_id),
  foreign key (workspace_id, commission_id) references commissions,
  foreign key (workspace_id, payout_id) references payouts
);

create index payout_commissions_by_commission on payout_commissions (workspace_id, commission_id);

-- A run's lines are looked up one by one. With a join of three tables the planner could also look a commission up by
-- its workspace alone, which it has from the payout, and where it had the statistics of few of the tables it did: each
-- line read all commissions of its workspace. Limits keep the look-ups apart, and the change of the lines, which can
-- have none, is no loop: without statistics one was made of every commission with every line. Each run is planned for
-- the tables as they are, and not compiled (D160).
create function assign_lines() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan set enable_nestloop to off set jit to off as $$
declare
  lines record;
  arrived bigint;
  assigned bigint;
begin
  for lines in
    select workspace_id as home, array_agg(payout_id) as payouts, array_agg(commission_id) as commissions
    from added
    group by workspace_id
  loop
    if exists (
      select from unnest(lines.payouts, lines.commissions) as line (payout_id, commission_id)
      cross join lateral (
        select app_id, membership_id, currency from commissions
        where workspace_id = lines.home and id = line.commission_id
        limit 1
      ) commission
      cross join lateral (
        select app_id, membership_id, currency from payouts
        where workspace_id = lines.home and id = line.payout_id
        limit 1
      ) payout
      where (commission.app_id, commission.membership_id, commission.currency)
        <> (payout.app_id, payout.membership_id, payout.currency)
    ) then
      raise exception 'a payout has lines of one membership and currency, its own'
        using errcode = 'check_violation', constraint = 'payout_commissions_same_membership_and_currency',
          detail = 'constraint "payout_commissions_same_membership_and_currency"';
    end if;

    -- What was imported as paid has its payout from the start (D420).
    select count(*) into arrived
    from unnest(lines.payouts, lines.commissions) as line (payout_id, commission_id)
    cross join lateral (
      select payout_id from commissions where workspace_id = lines.home and id = line.commission_id limit 1
    ) commission
    where commission.payout_id = line.payout_id;

    -- A rival that assigns the same commission waits here, and then finds it taken.
    if arrived < cardinality(lines.commissions) then
      update commissions set payout_id = line.payout_id
      from unnest(lines.payouts, lines.commissions) as line (payout_id, commission_id)
      where commissions.workspace_id = lines.home
        and commissions.id = line.commission_id
        and commissions.id = any (lines.commissions)
        and commissions.payout_id is null;
      get diagnostics assigned = row_count;
    else
      assigned := 0;
    end if;
    if arrived + assigned <> cardinality(lines.commissions) then
      raise exception 'a commission is in one living payout'
        using errcode = 'unique_violation', constraint = 'payout_commissions_one_living_payout',
          detail = 'constraint "payout_commissions_one_living_payout"';
    end if;

    if exists (
      select from (select distinct unnest(lines.payouts) as payout_id) touched
      cross join lateral (
        select line_count from payouts where workspace_id = lines.home and id = touched.payout_id limit 1
      ) payout
      where payout.line_count < (
        select count(*) from payout_commissions line
        where line.workspace_id = lines.home and line.payout_id = touched.payout_id
      )
    ) then
      raise exception 'a payout keeps the lines that it was made with'
        using errcode = 'check_violation', constraint = 'payout_commissions_with_their_payout',
          detail = 'constraint "payout_commissions_with_their_payout"';
    end if;
  end loop;
  return null;
end
$$;

create trigger assign_lines after insert on payout_commissions
referencing new table as added for each statement execute function assign_lines();

-- A commission that arrives with its payout is a line of it.
create function check_arrived() returns trigger language plpgsql as $$
begin
  if new.cause <> 'imported' or not exists (
    select from payout_commissions line
    where line.workspace_id = new.workspace_id and line.payout_id = new.payout_id and line.commission_id = new.id
  ) then
    raise exception 'a commission comes into a payout as a line of it'
      using errcode = 'check_violation', constraint = 'commissions_line_of_their_payout',
          detail = 'constraint "commissions_line_of_their_payout"';
  end if;
  return null;
end
$$;

create constraint trigger arrived_as_lines after insert on commissions deferrable initially deferred
for each row when (new.payout_id is not null) execute function check_arrived();

create function check_payout_lines() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_commissions line
    join commissions commission
      on commission.workspace_id = new.workspace_id and commission.id = line.commission_id
    where line.workspace_id = new.workspace_id and line.payout_id = new.id
    having count(*) = new.line_count and sum(commission.amount_minor) = new.amount_minor
  ) then
    raise exception 'a payout is the sum of its lines'
      using errcode = 'check_violation', constraint = 'payouts_sum_of_lines',
          detail = 'constraint "payouts_sum_of_lines"';
  end if;
  return null;
end
$$;

create constraint trigger lines_add_up after insert on payouts deferrable initially deferred
for each row execute function check_payout_lines();

-- Which commission each unit of a large payout comes from (D148): the last unit of each commission that has any. It
-- follows from the lines, which never change, and is found without reading them all.
create table payout_units (
  workspace_id uuid not null,
  payout_id uuid not null,
  last_unit numeric(38, 0) not null check (last_unit > 0),
  commission_id uuid not null,
  primary key (workspace_id, payout_id, last_unit),
  foreign key (workspace_id, payout_id, commission_id) references payout_commissions
);

create function refuse_payout_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a payout pays is decided once' using errcode = 'restrict_violation';
end
$$;

create trigger decided_once before update on payouts for each row
when (
  (old.id, old.app_id, old.program_id, old.group_id, old.membership_id, old.amount_minor, old.currency, old.run_id,
    old.line_count, old.created_at)
  is distinct from
  (new.id, new.app_id, new.program_id, new.group_id, new.membership_id, new.amount_minor, new.currency, new.run_id,
    new.line_count, new.created_at)
)
execute function refuse_payout_change();

-- Facts are insert-only.
select keep_facts(fact), watch_facts(fact) from unnest(array[
  'payout_runs', 'payout_run_decisions', 'payout_exclusions', 'payout_commissions'
]) fact;
select watch_facts('payees');
select keep_facts('payout_units');
select watch_facts('payouts');

-- Blanks the details of the payees of a member who was erased, but those by which something is still to be paid: they
-- stay for half a year at most (D447). With the owner's rights: who serves cannot read payees.
create function erase_payees(of_workspace uuid, member uuid) returns bigint
language plpgsql security definer as $$
declare
  is_over constant boolean := exists (
    select from erasures
    where workspace_id = of_workspace and membership_id = member and erased_at < now() - interval '183 days'
  );
  erased bigint;
begin
  update payees
  set name = '', kind = null, town = null, email = null, iban = null, bic = null, country = null, details_salt = null
  where workspace_id = of_workspace and membership_id = member and details_salt is not null and (
    is_over or id not in (
      select paid.id
      from (
        select created_at as at from payouts
        where workspace_id = of_workspace and membership_id = member and not is_voided
          and reported_minor < amount_minor
        union all
        select now() from commissions
        where workspace_id = of_workspace and membership_id = member and payout_id is null
        group by currency
        having sum(amount_minor) > 0
      ) due
      cross join lateral (
        select id from payees
        where workspace_id = of_workspace and membership_id = member and effective_from <= due.at
        order by effective_from desc, id desc
        limit 1
      ) paid
    )
  );
  get diagnostics erased = row_count;
  return erased;
end
$$;

do $$
begin
  execute format('alter function erase_payees(uuid, uuid) set search_path to %I, pg_temp', current_schema());
end
$$;

revoke execute on function erase_payees(uuid, uuid) from public;
