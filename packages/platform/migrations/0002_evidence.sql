-- Who did what, when, and what shows that it was tampered with (D65, D112, D190).

-- `system`, or whose id or name follows: an API key's, an operator's, a member's.
create domain actor as text check (value ~ '^(?:system|(?:key|operator|member):.+)$');

-- Set for one transaction by whoever runs it (`actAs`).
create function current_actor() returns actor language sql stable as $$
  select coalesce(nullif(current_setting('affiliate.actor', true), ''), 'system')::actor
$$;

-- Facts are insert-only, for everybody: not even the owner of the tables edits history by mistake.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Makes a table of facts.
create function keep_facts(fact text) returns void language plpgsql as $$
begin
  execute format(
    'create trigger insert_only before update or delete or truncate on %I
    for each statement execute function refuse_change()',
    fact
  );
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

-- Its arguments are the noun of the table's rows; the column of the id that it is told under, `id` by default; and the
-- columns whose values are not kept, because they would outlive the erasure of a person (D447).
create function record_change() returns trigger language plpgsql as $$
declare
  now_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  changes jsonb;
  who constant actor := current_actor();
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(
      before.key,
      case
        when before.key = any (string_to_array(tg_argv[2], ' ')) then '["not kept", "not kept"]'
        else jsonb_build_array(before.value, after.value)
      end
    ) into changes
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
    who,
    case when tg_op = 'INSERT' then 'create' when tg_op = 'UPDATE' then 'change' else 'delete' end,
    tg_argv[0],
    coalesce(now_row ->> coalesce(tg_argv[1], 'id'), now_row ->> 'workspace_id')::uuid,
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

-- The tables whose rows are anchored. Each file watches its own.
create table fact_tables (
  name text primary key
);

-- When a fact was recorded is what the database says, whatever a statement says. Cut off, and not rounded: no fact is
-- of a time to come.
create function set_recorded_at() returns trigger language plpgsql as $$
begin
  new.recorded_at := date_trunc('milliseconds', now());
  return new;
end
$$;

-- Has the facts of a table anchored.
create function watch_facts(fact text) returns void language plpgsql as $$
begin
  execute format('alter table %I add column if not exists recorded_at timestamptz(3) not null default now()', fact);
  execute format('create index %I on %I using brin (recorded_at)', fact || '_by_recording', fact);
  execute format(
    'create trigger recorded_by_the_database before insert on %I for each row execute function set_recorded_at()', fact
  );
  insert into fact_tables (name) values (fact);
end
$$;

-- A fact as it is anchored: without what follows from other facts, and without nulls, so that a column that is added
-- later changes no digest. Of a payee its details are anchored by a digest of their own, which outlives them (D447).
create function fact_digests(fact text, from_time timestamptz, to_time timestamptz, workspace uuid default null)
returns table (workspace_id uuid, content jsonb, digest bytea)
language plpgsql stable set timezone to 'UTC' as $$
declare
  details constant text := case fact when 'payees' then $sql$
    - array['name', 'kind', 'town', 'email', 'iban', 'bic', 'country', 'details_salt']
    || case
      when erased.membership_id is not null and is_empty_payee(to_jsonb(fact)) then '{}'
      else jsonb_build_object('details_digest', digest_payee(to_jsonb(fact)))
    end
  $sql$ else '' end;
  erased constant text := case fact when 'payees' then $sql$
    left join (select distinct workspace_id, membership_id from erasures) erased
      on erased.workspace_id = fact.workspace_id and erased.membership_id = fact.membership_id
  $sql$ else '' end;
begin
  return query execute format(
    'select workspace_id, content, sha256(convert_to(content::text, ''UTF8''))
    from (
      select
        fact.workspace_id,
        jsonb_strip_nulls(to_jsonb(fact)) - array[
          ''claimed_minor'', ''reported_minor'', ''confirmed_minor'', ''open_disputes'', ''is_voided'', ''voided_at''
        ] - %L::text %s as content
      from %I fact %s
      where ($3::uuid is null or fact.workspace_id = $3) and fact.recorded_at > $1 and fact.recorded_at <= $2
    ) row',
    case fact when 'commissions' then 'payout_id' else '' end, details, fact, erased
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
  -- One of `fact_tables`, which on a spread database is a table of another kind: no key leads to it.
  fact text not null,
  from_time timestamptz(3) not null,
  to_time timestamptz(3) not null,
  -- SHA-256 of each fact, 32 bytes each, sorted.
  digests bytea not null,
  chain bytea not null,
  primary key (workspace_id, number)
);

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

-- Anchors what was recorded until a time, and never beyond now: a fact of a time that is anchored already would never
-- be anchored. No more than so many facts of a table at once: their digests are held in memory, here and by whoever
-- verifies them. The caller asks again until all are anchored (D259). With the owner's rights: who serves need not be
-- able to read every fact.
create function anchor_facts(until_time timestamptz)
returns setof fact_anchors
language plpgsql security definer as $$
#variable_conflict use_column
declare
  facts_at_once constant integer := 50000;
  until_ms timestamptz := date_trunc('milliseconds', least(until_time, now()));
  too_late timestamptz;
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
    execute format(
      'select recorded_at from %I where recorded_at > $1 and recorded_at <= $2 order by recorded_at offset $3 limit 1',
      facts
    ) into too_late using since, until_ms, facts_at_once;
    if too_late is not null then
      -- What one transaction recorded is of one time, and stays together.
      until_ms := greatest(too_late - interval '1 millisecond', least(too_late, since + interval '1 millisecond'));
    end if;
  end loop;
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

-- It runs with the owner's rights: it finds nothing of its caller's, and nobody calls it who was not given that.
do $$
begin
  execute format('alter function anchor_facts(timestamptz) set search_path to %I, pg_temp', current_schema());
end
$$;

revoke execute on function anchor_facts(timestamptz) from public;

-- Facts were said to be anchored up to a time that had not come: none was from then on. From here they are again.
create table anchoring_repairs (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- The last anchor that the workspace had, 0 for none. Those up to it that end in what was the time to come hold what
  -- was there when they were made, and no more.
  last_anchor integer not null,
  -- Until when facts were said to be anchored.
  anchored_until timestamptz(3) not null,
  -- Facts since then are anchored anew.
  anchored_since timestamptz(3) not null,
  reason text not null check (length(reason) between 1 and 500),
  actor actor not null default current_actor(),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

-- Facts that are dated otherwise than they were recorded, and say so: those that the same transaction recorded, which
-- have the same time. Everything else that is dated so is named by `verify` (D255).
create table told_pasts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  actor actor not null default current_actor(),
  primary key (workspace_id, id)
);

-- Which shops, members and people were erased, so that they are erased again from a restored backup.
create table erasures (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  shop_hash bytea,
  membership_id uuid,
  account_id uuid,
  actor actor not null,
  erased_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check (num_nonnulls(shop_hash, membership_id, account_id) = 1)
);

-- Whether a shop was erased before is looked up by its hash.
create index erasures_by_shop on erasures (workspace_id, shop_hash);
create index erasures_by_membership on erasures (workspace_id, membership_id) where membership_id is not null;

-- Facts are insert-only.
select keep_facts(fact), watch_facts(fact)
from unnest(array['audit_changes', 'anchoring_repairs', 'told_pasts', 'erasures']) fact;
select keep_facts('fact_anchors');
