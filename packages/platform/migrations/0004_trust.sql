-- Erasure and retention (D75), actors and changes (D65), and what shows that facts were tampered with (D112).

-- A receipt outlives the erasure of its shop under a keyed hash of the domain.
alter table receipts alter column shop_domain drop not null;
alter table receipts add column shop_hash bytea;
alter table receipts add constraint receipts_one_shop check (num_nonnulls(shop_domain, shop_hash) = 1);
create index receipts_by_shop on receipts (workspace_id, shop_domain);
create index receipts_by_age on receipts using brin (created_at);

drop trigger insert_only on receipts;
create trigger insert_only before truncate on receipts for each statement execute function refuse_change();

create function guard_receipts() returns trigger language plpgsql as $$
declare
  shop constant text[] := array['shop_domain', 'shop_hash'];
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '1 month' then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.shop_domain is null and to_jsonb(new) - shop = to_jsonb(old) - shop then
    return new;
  end if;
  raise exception 'only erasure and retention change receipts' using errcode = 'restrict_violation';
end
$$;

create trigger only_erasure_and_retention before update or delete on receipts
for each row execute function guard_receipts();

-- `system`, or whose id or name follows: an API key's, an operator's, a member's.
create domain actor as text check (value ~ '^(?:system|(?:key|operator|member):.+)$');

-- Set for one transaction by whoever runs it (`actAs`).
create function current_actor() returns actor language sql stable as $$
  select coalesce(nullif(current_setting('affiliate.actor', true), ''), 'system')::actor
$$;

-- Which shops were erased, so that they are erased again from a restored backup.
create table erasures (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  shop_hash bytea not null,
  actor actor not null,
  erased_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create trigger insert_only before update or delete or truncate on erasures
for each statement execute function refuse_change();

-- Every fact says who recorded it (D65). Terms versions have `created_by`.
do $$
declare
  fact text;
begin
  foreach fact in array array[
    'payouts', 'payment_reports', 'payment_report_retractions', 'payment_confirmations', 'payment_disputes',
    'payment_dispute_closings', 'payout_voids'
  ] loop
    execute format('alter table %I add column actor actor not null default ''system''', fact);
    execute format('alter table %I alter column actor set default current_actor()', fact);
  end loop;
end
$$;

-- What was created and changed of records that are no facts.
create table audit_changes (
  workspace_id uuid not null,
  id uuid not null,
  actor actor not null,
  action text not null check (action in ('create', 'change', 'delete')),
  subject text not null,
  subject_id uuid not null,
  -- For a change, each column with its value before and after.
  changes jsonb,
  recorded_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create index audit_changes_by_time on audit_changes (workspace_id, recorded_at desc, id desc);

create trigger insert_only before update or delete or truncate on audit_changes
for each statement execute function refuse_change();

-- Its argument is the noun of the table's rows.
create function record_change() returns trigger language plpgsql as $$
declare
  now_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  changes jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(before.key, jsonb_build_array(before.value, after.value)) into changes
    from jsonb_each(to_jsonb(old)) before join jsonb_each(now_row) after using (key)
    where before.value <> after.value;
    if changes is null then
      return null;
    end if;
  end if;
  insert into audit_changes (workspace_id, id, actor, action, subject, subject_id, changes, recorded_at)
  values (
    (now_row ->> 'workspace_id')::uuid,
    gen_random_uuid(),
    current_actor(),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end,
    tg_argv[0],
    coalesce(now_row ->> 'id', now_row ->> 'workspace_id')::uuid,
    changes,
    now()
  );
  return null;
end
$$;

create trigger audit after insert or update or delete on workspaces
for each row execute function record_change('workspace');
create trigger audit after insert or update or delete on apps
for each row execute function record_change('app');
create trigger audit after insert or update or delete on programs
for each row execute function record_change('program');
create trigger audit after insert or update or delete on groups
for each row execute function record_change('group');
create trigger audit after insert or update or delete on memberships
for each row execute function record_change('membership');

-- At most one write a minute: no change, and not audited.
alter table api_keys add column last_used_at timestamptz(3);
create trigger audit after insert or update of name, scopes, expires_at, revoked_at, key_hash or delete on api_keys
for each row execute function record_change('api_key');

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

-- The tables whose rows are anchored. A later migration watches its own: `select watch_facts('refunds')`.
create table fact_tables (
  name text primary key
);

-- `recorded_at` is the database's time, whatever the application says of the fact.
create function watch_facts(fact text) returns void language plpgsql as $$
begin
  execute format('alter table %I add column if not exists recorded_at timestamptz(3) not null default now()', fact);
  execute format('create index %I on %I using brin (recorded_at)', fact || '_by_recording', fact);
  insert into fact_tables (name) values (fact);
end
$$;

select watch_facts(fact)
from unnest(array[
  'terms_versions', 'referral_contracts', 'commissions', 'payout_commissions', 'payouts', 'payment_reports',
  'payment_report_retractions', 'payment_confirmations', 'payment_disputes', 'payment_dispute_closings',
  'payout_voids', 'erasures', 'audit_changes', 'collections', 'refund_links', 'referrals', 'referral_voids',
  'contract_proposals', 'contract_proposal_reviews', 'payout_runs', 'payout_run_decisions', 'payout_exclusions', 'payees'
]) fact;

-- A fact as it is anchored: without what follows from other facts, and without nulls, so that a column that is added
-- later changes no digest.
create function fact_digests(fact text, from_time timestamptz, to_time timestamptz, workspace uuid default null)
returns table (workspace_id uuid, content jsonb, digest bytea)
language plpgsql stable set timezone to 'UTC' as $$
begin
  return query execute format(
    'select fact.workspace_id, row.content, sha256(convert_to(row.content::text, ''UTF8''))
    from %I fact
    cross join lateral (
      select jsonb_strip_nulls(to_jsonb(fact)) - array[
        ''claimed_minor'', ''reported_minor'', ''confirmed_minor'', ''open_disputes'', ''is_voided'', ''voided_at''
      ] - case %L when ''commissions'' then ''payout_id'' else '''' end as content
    ) row
    where ($3::uuid is null or fact.workspace_id = $3) and fact.recorded_at > $1 and fact.recorded_at <= $2',
    fact, fact
  ) using from_time, to_time, workspace;
end
$$;

-- How many facts of a table were there when it was anchored last.
create function count_facts(fact text, workspace uuid) returns bigint language plpgsql stable as $$
declare
  facts bigint;
begin
  execute format(
    'select count(*) from %I
    where workspace_id = $1 and recorded_at <= (select anchored_until from fact_anchoring)',
    fact
  ) into facts using workspace;
  return facts;
end
$$;

-- One anchor per workspace, table and span of time that has facts. Each holds the one before it, so that none can be
-- changed or left out without all after it.
create table fact_anchors (
  workspace_id uuid not null references workspaces,
  number integer not null,
  fact text not null references fact_tables,
  from_time timestamptz(3) not null,
  to_time timestamptz(3) not null,
  -- SHA-256 of each fact, 32 bytes each, sorted.
  digests bytea not null,
  chain bytea not null,
  primary key (workspace_id, number)
);

create trigger insert_only before update or delete or truncate on fact_anchors
for each statement execute function refuse_change();

create table fact_anchoring (
  only_row boolean primary key default true check (only_row),
  anchored_until timestamptz(3) not null
);

insert into fact_anchoring (anchored_until) values ('1970-01-01T00:00:00Z');

create function anchor_chain(previous bytea, number integer, fact text, to_time timestamptz, digests bytea)
returns bytea language sql immutable as $$
  select sha256(
    coalesce(previous, '')
    || convert_to(concat_ws('|', '', number, fact, extract(epoch from to_time), ''), 'UTF8')
    || digests
  )
$$;

-- Anchors what was recorded until a time. With the owner's rights: who serves need not be able to read every fact.
create function anchor_facts(until_time timestamptz)
returns setof fact_anchors
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  until_ms constant timestamptz := date_trunc('milliseconds', until_time);
  since timestamptz;
  facts text;
  span record;
  last fact_anchors;
begin
  -- Of several processes one does the work.
  select anchored_until into since from fact_anchoring for update skip locked;
  if since is null or since >= until_ms then
    return;
  end if;
  for facts in select name from fact_tables order by name loop
    for span in
      select workspace_id, string_agg(digest, ''::bytea order by digest) as digests
      from fact_digests(facts, since, until_ms)
      group by workspace_id
    loop
      select * into last from fact_anchors where workspace_id = span.workspace_id order by number desc limit 1;
      return query
        insert into fact_anchors (workspace_id, number, fact, from_time, to_time, digests, chain)
        values (
          span.workspace_id, coalesce(last.number, 0) + 1, facts, since, until_ms, span.digests,
          anchor_chain(last.chain, coalesce(last.number, 0) + 1, facts, until_ms, span.digests)
        )
        returning *;
    end loop;
  end loop;
  update fact_anchoring set anchored_until = until_ms;
end
$$;

-- What is there already, without a limit of time.
select from anchor_facts(now());

-- Everything that was done, with who did it. A later migration adds its own facts to it.
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_changes
union all
select workspace_id, recorded_at, id, ('key:' || created_by)::actor, 'create', 'terms_version', id, null
from terms_versions
union all
select workspace_id, recorded_at, id, actor, 'create', 'payout', id, null from payouts
union all
select workspace_id, recorded_at, id, actor, 'create', 'payment_report', id, null from payment_reports
union all
select workspace_id, recorded_at, report_id, actor, 'create', 'retraction', report_id, null
from payment_report_retractions
union all
select workspace_id, recorded_at, id, actor, 'create', 'confirmation', id, null from payment_confirmations
union all
select workspace_id, recorded_at, id, actor, 'create', 'dispute', id, null from payment_disputes
union all
select workspace_id, recorded_at, dispute_id, actor, 'create', 'dispute_closing', dispute_id, null
from payment_dispute_closings
union all
select workspace_id, recorded_at, payout_id, actor, 'create', 'payout_void', payout_id, null from payout_voids
union all
select workspace_id, recorded_at, id, actor, 'create', 'erasure', id, null from erasures;
