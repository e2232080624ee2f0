-- As in 0040, but no more than so many facts of a table at once: their digests are held in memory, here and by whoever
-- verifies them. The caller asks again until all are anchored (D259).
create or replace function anchor_facts(until_time timestamptz)
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
