-- The base of a position is never below 0, not even between two entries of one posting (D188).
alter table commissions
add constraint commissions_position_not_negative check (base_before + base_change >= 0);

-- The checks of 0016 but that one.
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
          from (
            select referral_id, contract_id, currency, base_change, cause, original_platform_id
            from commissions
            where workspace_id = entry.workspace_id
              and app_id = entry.app_id
              and platform_id = entry.platform_id
            order by sequence
            offset 0
          ) other
          where other.original_platform_id is null
          group by other.referral_id, other.contract_id, other.currency
        ) positions
      )
  ) then
    raise exception 'a sale is commissioned once'
      using errcode = 'unique_violation', constraint = 'commissions_one_per_sale';
  end if;
  return null;
end
$$;
