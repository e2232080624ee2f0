-- The arithmetic of the quota's windows, as functions: by halving, so that a window of 1,200 costs hardly more than one of
-- 120, and a statement around them needs no subquery.

-- The times that still count: those of the last 60 s. One more than a second ahead means that the clock was set back, and
-- counts as now.
create function quota_recent(admitted_at_ms bigint[], now_ms bigint) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  low integer := 1;
  high integer := cardinality(admitted_at_ms) + 1;
  middle integer;
begin
  if admitted_at_ms[cardinality(admitted_at_ms)] > now_ms + 1000 then
    return array(
      select case when at_ms > now_ms + 1000 then now_ms else at_ms end as counted_ms
      from unnest(admitted_at_ms) at_ms
      where at_ms > now_ms - 60000
      order by counted_ms
    );
  end if;
  while low < high loop
    middle := (low + high) / 2;
    if admitted_at_ms[middle] > now_ms - 60000 then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return case when low = 1 then admitted_at_ms else admitted_at_ms[low:] end;
end
$$;

-- The window after one more admission. A time just ahead is a rival's, admitted while this one waited.
create function quota_admit(admitted_at_ms bigint[], now_ms bigint) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  recent bigint[] := quota_recent(admitted_at_ms, now_ms);
begin
  -- Assigned, it is appended in place.
  recent := array_append(recent, greatest(recent[cardinality(recent)], now_ms));
  return recent;
end
$$;

-- Times do not compress, and trying costs more than all the rest.
alter table quota_windows alter column admitted_at_ms set storage external;
