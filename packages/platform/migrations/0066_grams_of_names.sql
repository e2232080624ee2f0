-- Letters and pairs of letters of a name, each with its workspace and app, as a search folds them: what it looks up.
create function name_grams(workspace uuid, app uuid, name text, shortest integer) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  folded constant text := upper(name collate "und-x-icu") collate "C";
  seed constant bigint := uuid_hash_extended(app, uuid_hash_extended(workspace, 0));
begin
  return coalesce(
    (
      select array_agg(distinct hashtextextended(substr(folded, start, size), seed))
      from generate_series(shortest, 2) size, generate_series(1, length(folded) + 1 - size) start
    ),
    '{}'
  );
end
$$;

-- Without a list of what is pending, which each search would read whole.
create index memberships_by_grams on memberships using gin (name_grams(workspace_id, app_id, member_name, 1))
with (fastupdate = off);
create index referrals_by_grams on referrals using gin (name_grams(workspace_id, app_id, shop_domain, 1))
with (fastupdate = off);

create index commissions_by_referral on commissions (workspace_id, referral_id, accrued_at desc, id desc)
where referral_id is not null;
