-- Evidence that holds against whoever holds a login to the database (D190).

-- When a fact was recorded is what the database says, whatever a statement says. Cut off, and not rounded: no fact is of a
-- time to come.
create function set_recorded_at() returns trigger language plpgsql as $$
begin
  new.recorded_at := date_trunc('milliseconds', now());
  return new;
end
$$;

create function stamp_facts(fact text) returns void language plpgsql as $$
begin
  execute format(
    'create trigger recorded_by_the_database before insert on %I for each row execute function set_recorded_at()', fact
  );
end
$$;

select stamp_facts(name) from fact_tables order by name;

create or replace function watch_facts(fact text) returns void language plpgsql as $$
begin
  execute format('alter table %I add column if not exists recorded_at timestamptz(3) not null default now()', fact);
  execute format('create index %I on %I using brin (recorded_at)', fact || '_by_recording', fact);
  insert into fact_tables (name) values (fact);
  perform stamp_facts(fact);
end
$$;

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

create trigger insert_only before update or delete or truncate on anchoring_repairs
for each statement execute function refuse_change();

select watch_facts('anchoring_repairs');

alter view audit_entries rename to audit_entries_before_evidence;
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_entries_before_evidence
union all
select workspace_id, recorded_at, id, actor, 'create', 'anchoring_repair', id, null from anchoring_repairs;

-- As in 0004, but never beyond now: a fact of a time that is anchored already would never be anchored.
create or replace function anchor_facts(until_time timestamptz)
returns setof fact_anchors
language plpgsql security definer as $$
#variable_conflict use_column
declare
  until_ms constant timestamptz := date_trunc('milliseconds', least(until_time, now()));
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

-- It runs with the owner's rights: it finds nothing of its caller's, and nobody calls it who was not given that.
do $$
begin
  execute format('alter function anchor_facts(timestamptz) set search_path to %I, pg_temp', current_schema());
end
$$;
revoke execute on function anchor_facts(timestamptz) from public;
