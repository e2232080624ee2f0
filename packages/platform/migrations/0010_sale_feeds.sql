-- Sales and installs that are read from the platform's own API, by whichever process has its turn.

-- When a token's next request may leave: all processes share its four a second. Keyed by a keyed hash of the token.
create table partner_api_paces (
  token_hash bytea primary key,
  next_at timestamptz not null
);

-- How far an app is read, who reads it now, and when the next pass is due.
create table sale_feeds (
  workspace_id uuid not null,
  app_id uuid not null,
  -- The latest sale that a complete walk has seen; before the first one, the time at which the app was connected.
  sales_read_until timestamptz(3) not null default date_trunc('milliseconds', now()),
  installs_read_until timestamptz(3),
  weekly_pass_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  next_pass_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  failures integer not null default 0,
  last_failure text,
  -- The lease: whoever else comes waits until then, and takes over what was left.
  holder uuid,
  held_until timestamptz,
  primary key (workspace_id, app_id),
  foreign key (workspace_id, app_id) references apps
);

-- Shops whose whole history is to be read: a referral is new, or its app was connected after it (D59).
create table sale_backfills (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  requested_at timestamptz not null default now(),
  primary key (workspace_id, app_id, shop_domain),
  foreign key (workspace_id, app_id) references apps
);

-- The checks of 0003, with the same conditions. On a database without statistics all indexes seem alike to the planner,
-- and it took one that has the columns in another order: the time of an import grew with the square of its sales. The
-- order of each look-up names its index, and what is grouped is in no index's order. Each run is planned for the tables
-- as they are, and not compiled, which takes longer than the run.
create or replace function check_commissions() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan set jit to off as $$
begin
  if exists (
    select from posted entry
    where entry.sequence is not null
      and entry.base_before is distinct from coalesce(
        (
          select case when previous.sequence = entry.sequence - 1 then previous.base_before + previous.base_change end
          from commissions previous
          where previous.workspace_id = entry.workspace_id
            and previous.referral_id = entry.referral_id
            and previous.contract_id = entry.contract_id
            and previous.currency = entry.currency
            and previous.sequence < entry.sequence
          order by previous.sequence desc
          limit 1
        ),
        case when entry.sequence = 1 then 0 end
      )
  ) then
    raise exception 'an entry does not go on where its position stands'
      using errcode = 'check_violation', constraint = 'commissions_chain';
  end if;

  -- On its way a posting may take back a sale before what was taken from it.
  if exists (
    select from posted entry
    where entry.base_before + entry.base_change < 0
      and (
        select 1 from commissions following
        where following.workspace_id = entry.workspace_id
          and following.referral_id = entry.referral_id
          and following.contract_id = entry.contract_id
          and following.currency = entry.currency
          and following.sequence > entry.sequence
        order by following.sequence
        limit 1
      ) is null
  ) then
    raise exception 'a position ends below nothing'
      using errcode = 'check_violation', constraint = 'commissions_position_not_negative';
  end if;

  if exists (
    select from posted entry
    where entry.platform_id is not null
      and (
        select 1 from collections collection
        where collection.workspace_id = entry.workspace_id
          and collection.app_id = entry.app_id
          and collection.platform_id = entry.platform_id
        order by collection.source, collection.revision
        limit 1
      ) is null
  ) then
    raise exception 'an entry names a collection that is not there'
      using errcode = 'foreign_key_violation', constraint = 'commissions_collection';
  end if;

  if exists (
    select from posted entry
    where entry.platform_id is not null and entry.original_platform_id is null and entry.base_change > 0
      and (
        select count(*) filter (where base <> 0) > 1 or max(firsts) > 1
        from (
          select sum(other.base_change) as base, count(*) filter (where other.cause = 'sale') as firsts
          from commissions other
          where other.workspace_id = entry.workspace_id
            and other.app_id = entry.app_id
            and other.platform_id = entry.platform_id
            and other.original_platform_id is null
          group by other.referral_id::text, other.contract_id::text, other.currency
        ) positions
      )
  ) then
    raise exception 'a sale is commissioned once'
      using errcode = 'unique_violation', constraint = 'commissions_one_per_sale';
  end if;
  return null;
end
$$;

alter function queue_collections() set plan_cache_mode to force_custom_plan;
alter function queue_collections() set jit to off;
alter function check_sale_source() set plan_cache_mode to force_custom_plan;
