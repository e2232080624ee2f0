-- What sales, and people, add to the ledger. Amounts are minor units, negative where something is taken back.

-- One entry of the ledger. The entries of a position (referral, contract, currency) follow one another: each says the
-- base before it and what it changes, and is worth the difference (D62).
create table commissions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  -- At accrual: a member who changes groups takes nothing along.
  group_id uuid,
  membership_id uuid not null,
  -- What a person adds has no referral, no contract and no app transaction: what stands behind a payout by hand (D64), a
  -- debt that is written off, one that was repaid, a deduction. What was imported from another platform's ledger has no
  -- contract and no app transaction, and mostly a referral (D420).
  referral_id uuid,
  contract_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sequence integer check (sequence > 0),
  entry text not null check (entry in ('accrual', 'reversal')),
  cause text not null check (
    cause in (
      'sale', 'install_reward', 'adjustment', 'restatement', 'void', 'manual', 'write_off', 'repayment', 'deduction',
      'imported'
    )
  ),
  -- The app transaction behind it, and the sale that an adjustment or credit takes from.
  platform_id text collate "C",
  original_platform_id text collate "C",
  sale_kind text check (sale_kind in ('subscription_sale', 'usage_sale', 'one_time_sale')),
  -- Exact, in the currency's major unit. An install reward changes no base.
  base_before numeric,
  base_change numeric,
  amount_minor numeric(38, 0) not null,
  reverses uuid,
  reason text,
  accrued_at timestamptz(3) not null,
  available_at timestamptz(3) not null,
  actor actor not null default 'system',
  -- The import that led to it, if one did.
  run_id uuid,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- The living payout that it is in. Triggers keep it.
  payout_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, program_id, membership_id)
    references memberships (workspace_id, app_id, program_id, id),
  foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id),
  foreign key (workspace_id, referral_id, membership_id)
    references referrals (workspace_id, id, membership_id),
  foreign key (workspace_id, referral_id, contract_id)
    references referral_contracts (workspace_id, referral_id, id),
  foreign key (workspace_id, run_id) references import_runs,
  foreign key (workspace_id, reverses) references commissions,
  constraint commissions_sign check (case entry when 'accrual' then amount_minor >= 0 else amount_minor <= 0 end),
  constraint commissions_position check (
    num_nonnulls(contract_id, sequence, base_before, base_change)
      = case when cause in ('manual', 'write_off', 'repayment', 'deduction', 'imported') then 0 else 4 end
  ),
  constraint commissions_referral check (
    case when cause in ('manual', 'write_off', 'repayment', 'deduction') then referral_id is null
    else cause = 'imported' or referral_id is not null end
  ),
  constraint commissions_manual_reason check (
    cause not in ('manual', 'write_off', 'repayment', 'deduction', 'imported') or reason is not null
  ),
  -- Not even between two entries of one posting (D188).
  constraint commissions_position_not_negative check (base_before + base_change >= 0),
  constraint commissions_base check (
    case when platform_id is null then coalesce(base_change, 0) = 0
    else base_change <> 0 and (base_change > 0) = (entry = 'accrual') end
  )
);

create unique index commissions_position_sequence
on commissions (workspace_id, referral_id, contract_id, currency, sequence);
create unique index commissions_one_install_reward on commissions (workspace_id, referral_id)
where cause = 'install_reward';

-- What a person adds, or was imported, is undone once, by an entry that reverses it.
create unique index commissions_undone_once on commissions (workspace_id, reverses)
where cause in ('write_off', 'repayment', 'deduction', 'imported') and reverses is not null;

-- The entries of a sale are looked up in their order, which names this index: on a database without statistics it cost
-- no less than those that lists are read by, and for each new sale the check read every commission of its app.
create index commissions_by_transaction on commissions (workspace_id, app_id, platform_id, sequence);

-- What adjustments and credits took from a sale is looked up by the sale. Few commissions name one.
create index commissions_by_original on commissions (workspace_id, app_id, original_platform_id)
where original_platform_id is not null;

-- What a payout run decides about, and what balances add up.
create index commissions_unassigned on commissions (workspace_id, membership_id, currency, available_at)
include (amount_minor) where payout_id is null;

-- An export goes through the commissions in the order of their booking.
create index commissions_by_booking on commissions (workspace_id, created_at, id);

-- As the lists of programs have them.
create index commissions_by_app on commissions (workspace_id, app_id, accrued_at desc, id desc);
create index commissions_by_program on commissions (workspace_id, program_id, accrued_at desc, id desc);
create index commissions_by_group on commissions (workspace_id, group_id, accrued_at desc, id desc);
create index commissions_by_membership on commissions (workspace_id, membership_id, accrued_at desc, id desc);
create index commissions_by_payout on commissions (workspace_id, payout_id, accrued_at desc, id desc)
where payout_id is not null;
create index commissions_by_currency
on commissions (workspace_id, (app_id::text || currency) collate "C", accrued_at desc, id desc);
create index commissions_by_referral on commissions (workspace_id, referral_id, accrued_at desc, id desc)
where referral_id is not null;

-- Those booked in some time.
create index commissions_by_app_booking on commissions (workspace_id, app_id, created_at desc, id desc);

create statistics commissions_app_of_workspace (dependencies) on workspace_id, app_id from commissions;

alter table commissions
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);

-- On a database without statistics all indexes seem alike to the planner, and it took one that has the columns in
-- another order: the time of an import grew with the square of its sales. So each look-up is a scalar subquery with a
-- limit, whose order names its index, and what is grouped is in no index's order. Each run is planned for the tables
-- as they are, and not compiled, which takes longer than the run.
create function check_commissions() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan set jit to off as $$
declare
  entries record;
begin
  for entries in
    select
      workspace_id as home, array_agg(app_id) as apps, array_agg(platform_id) as transactions,
      array_agg(original_platform_id) as originals, array_agg(referral_id) as referrals,
      array_agg(contract_id) as contracts, array_agg(currency) as currencies, array_agg(sequence) as sequences,
      array_agg(base_before) as bases, array_agg(base_change) as changes
    from posted
    group by workspace_id
  loop
    if exists (
      select
      from unnest(entries.referrals, entries.contracts, entries.currencies, entries.sequences, entries.bases)
        as entry (referral_id, contract_id, currency, sequence, base_before)
      where entry.sequence is not null
        and entry.base_before is distinct from coalesce(
          (
            select case when previous.sequence = entry.sequence - 1 then previous.base_before + previous.base_change end
            from commissions previous
            where previous.workspace_id = entries.home
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
        using errcode = 'check_violation', constraint = 'commissions_chain',
          detail = 'constraint "commissions_chain"';
    end if;

    if exists (
      select from unnest(entries.apps, entries.transactions) as entry (app_id, platform_id)
      where entry.platform_id is not null
        and (
          select 1 from app_transactions app_transaction
          where app_transaction.workspace_id = entries.home
            and app_transaction.app_id = entry.app_id
            and app_transaction.platform_id = entry.platform_id collate "C"
          order by app_transaction.source, app_transaction.revision
          limit 1
        ) is null
    ) then
      raise exception 'an entry names an app transaction that is not there'
        using errcode = 'foreign_key_violation', constraint = 'commissions_transaction',
          detail = 'constraint "commissions_transaction"';
    end if;

    if exists (
      select
      from unnest(entries.apps, entries.transactions, entries.originals, entries.changes)
        as entry (app_id, platform_id, original_platform_id, base_change)
      where entry.platform_id is not null and entry.original_platform_id is null and entry.base_change > 0
        and (
          select count(*) filter (where base <> 0) > 1 or max(firsts) > 1
          from (
            select sum(other.base_change) as base, count(*) filter (where other.cause = 'sale') as firsts
            from (
              select referral_id, contract_id, currency, base_change, cause, original_platform_id
              from commissions
              where workspace_id = entries.home
                and app_id = entry.app_id
                and platform_id = entry.platform_id collate "C"
              order by sequence
              offset 0
            ) other
            where other.original_platform_id is null
            group by other.referral_id, other.contract_id, other.currency
          ) positions
        )
    ) then
      raise exception 'a sale is commissioned once'
        using errcode = 'unique_violation', constraint = 'commissions_one_per_sale',
          detail = 'constraint "commissions_one_per_sale"';
    end if;
  end loop;
  return null;
end
$$;

create trigger check_posted after insert on commissions
referencing new table as posted for each statement execute function check_commissions();

-- Triggers keep one column of a commission, and refuse everybody else.
create trigger insert_only before update or delete or truncate on commissions
for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

select watch_facts('commissions');

-- `recorded_at` is there from here on.
create index commissions_by_hand on commissions (workspace_id, recorded_at desc, id desc)
where cause in ('write_off', 'repayment', 'deduction');
