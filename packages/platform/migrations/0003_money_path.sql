-- The money path: sales in, commissions posted from them, payouts frozen out of commissions. Amounts of sales are exact
-- decimals as they were sent; amounts of commissions are minor units, negative where something is taken back. Every
-- fact has an actor and the time of the database. What follows from facts is kept by triggers, in the transaction that
-- adds the fact, and nothing else writes it.

-- Who did it (D65): `system`, or whose id or name follows: an API key's, an operator's, a member's.
create domain fact_actor as text check (value ~ '^(?:system|(?:key|operator|member):.+)$');

-- An operator saves terms too, without a key.
alter table terms_versions alter column created_by drop not null;
alter table terms_versions add column operator text;
alter table terms_versions add constraint terms_versions_one_author check (num_nonnulls(created_by, operator) = 1);

-- What an operator connects an app to. The token is encrypted, or handed in with each run.
create table sale_connections (
  workspace_id uuid not null,
  app_id uuid not null,
  organization_id text not null,
  platform_app_id text not null,
  api_version text not null,
  encrypted_token bytea,
  actor fact_actor not null,
  updated_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id),
  foreign key (workspace_id, app_id) references apps
);

-- From when on an app's sales come from which source (D63): the one with the greatest applies_from not after a sale.
create table sale_sources (
  workspace_id uuid not null,
  app_id uuid not null,
  applies_from timestamptz(3) not null,
  source text not null check (source in ('partner_transactions', 'partner_events', 'manual_file')),
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, applies_from),
  foreign key (workspace_id, app_id) references apps
);

create table import_runs (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  source text not null check (source in ('partner_transactions', 'partner_events', 'manual_file')),
  -- The window, the shop or the file's name: what the run was asked for.
  arguments jsonb not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps
);

create index import_runs_by_app on import_runs (workspace_id, app_id, id desc);

-- Written with the rows of the page.
create table import_run_pages (
  workspace_id uuid not null,
  run_id uuid not null,
  number integer not null check (number > 0),
  rows_read integer not null,
  rows_new integer not null,
  rows_revised integer not null,
  rows_known integer not null,
  -- Sales of shops without a referral are counted, not kept (D59).
  rows_unreferred integer not null,
  rows_set_aside integer not null,
  first_collected_at timestamptz(3),
  last_collected_at timestamptz(3),
  -- Where the walk goes on.
  cursor text,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, run_id, number),
  foreign key (workspace_id, run_id) references import_runs
);

create table import_run_ends (
  workspace_id uuid not null,
  run_id uuid not null,
  result text not null check (result in ('complete', 'failed')),
  reason text,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references import_runs
);

-- What was collected from referred shops, and taken back. The greatest revision of a row counts.
create table collections (
  workspace_id uuid not null,
  app_id uuid not null,
  source text not null check (source in ('partner_transactions', 'partner_events', 'manual_file')),
  platform_id text collate "C" not null,
  revision integer not null check (revision > 0),
  -- The domain of the referral, also after the shop has changed its own.
  shop_domain text not null,
  shop_number text,
  kind text not null check (kind in ('subscription_sale', 'usage_sale', 'one_time_sale', 'adjustment', 'credit')),
  charge_id text collate "C",
  billing_interval text,
  gross numeric(47, 9) not null,
  gross_currency text not null check (gross_currency ~ '^[A-Z]{3}$'),
  net numeric(47, 9) not null,
  net_currency text not null check (net_currency ~ '^[A-Z]{3}$'),
  platform_fee numeric(47, 9),
  collected_at timestamptz(3) not null,
  -- SHA-256 of everything that was sent but the id.
  content_hash bytea not null,
  run_id uuid not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id, source, revision),
  -- An old file that is read again restates nothing.
  unique (workspace_id, app_id, platform_id, source, content_hash),
  foreign key (workspace_id, run_id) references import_runs,
  constraint collections_sign check (case when kind in ('adjustment', 'credit') then gross <= 0 else gross >= 0 end)
);

create index collections_by_shop
on collections (workspace_id, app_id, shop_domain, collected_at, platform_id, revision);

-- Rows that are posted with the next posting of their shop. Filled by a trigger, emptied by the posting.
create table unposted_collections (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  -- The earliest ones first, where they are more than one posting takes.
  collected_at timestamptz(3) not null,
  platform_id text collate "C" not null,
  source text not null,
  revision integer not null,
  primary key (workspace_id, app_id, shop_domain, collected_at, platform_id, source, revision)
);

-- A shop of an app as the posting knows it. Its row is the lock that postings take turns by.
create table shop_postings (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  -- The shop's number on the commerce platform, where it is known: it outlives the domain.
  shop_number text,
  -- Of the posted collections: what a new sale has to be later than to change nothing before it.
  latest_collected_at timestamptz(3),
  latest_platform_id text collate "C",
  negatives integer not null default 0,
  primary key (workspace_id, app_id, shop_domain),
  foreign key (workspace_id, app_id) references apps
);

create unique index shop_postings_by_number on shop_postings (workspace_id, app_id, shop_number)
where shop_number is not null;

-- Adjustments and credits that a later sale may still have to serve.
create table open_negatives (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  platform_id text collate "C" not null,
  last_taken_platform_id text collate "C",
  remainder numeric(47, 9) not null,
  primary key (workspace_id, app_id, shop_domain, platform_id)
);

create table collection_settlements (
  workspace_id uuid not null,
  app_id uuid not null,
  platform_id text collate "C" not null,
  settled_on date not null,
  run_id uuid not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id),
  foreign key (workspace_id, run_id) references import_runs
);

create table rows_set_aside (
  workspace_id uuid not null,
  app_id uuid not null,
  platform_id text collate "C" not null,
  reason text not null,
  -- The fields that decide, as they were sent.
  copy jsonb not null,
  run_id uuid not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id, reason),
  foreign key (workspace_id, run_id) references import_runs
);

create table refund_links (
  workspace_id uuid not null,
  app_id uuid not null,
  -- The adjustment or credit, and the sale that it takes back before every rule (D55).
  platform_id text collate "C" not null,
  sale_platform_id text collate "C" not null,
  reason text not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id),
  foreign key (workspace_id, app_id) references apps
);

create table install_events (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  shop_number text,
  kind text not null check (kind in ('installed', 'uninstalled', 'deactivated', 'reactivated')),
  occurred_at timestamptz(3) not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, shop_domain, kind, occurred_at),
  foreign key (workspace_id, app_id) references apps
);

alter table referrals
add column shop_number text,
-- A shop that had the app before earns no install reward.
add column earns_install_reward boolean not null default true,
add column actor fact_actor not null default 'system',
-- Of the void below.
add column voided_at timestamptz(3),
add constraint referrals_membership_key unique (workspace_id, id, membership_id);

create unique index referrals_one_living_per_shop on referrals (workspace_id, app_id, shop_domain)
where voided_at is null;

create table referral_evidence (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  kind text not null check (kind in ('click', 'analytics', 'bridge', 'coupon', 'claim')),
  occurred_at timestamptz(3) not null,
  reason text,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, referral_id) references referrals,
  -- A claim is decided by a person (D54).
  check (kind <> 'claim' or reason is not null)
);

create index referral_evidence_by_referral on referral_evidence (workspace_id, referral_id);

create table referral_voids (
  workspace_id uuid not null,
  referral_id uuid not null,
  reason text not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, referral_id),
  foreign key (workspace_id, referral_id) references referrals
);

create table contract_proposals (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  terms_version_id uuid not null,
  applies_from timestamptz(3) not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, referral_id) references referrals,
  foreign key (workspace_id, terms_version_id) references terms_versions
);

create table contract_proposal_reviews (
  workspace_id uuid not null,
  proposal_id uuid not null,
  decision text not null check (decision in ('accept', 'decline')),
  reason text not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, proposal_id),
  foreign key (workspace_id, proposal_id) references contract_proposals
);

-- An agreement that is older than the platform has rules and a reason instead of a terms version.
alter table referral_contracts alter column terms_version_id drop not null;
alter table referral_contracts
add column proposal_id uuid,
add column reason text,
add column actor fact_actor not null default 'system',
add constraint referral_contracts_origin check (terms_version_id is not null or reason is not null),
add constraint referral_contracts_referral_key unique (workspace_id, referral_id, id),
add foreign key (workspace_id, proposal_id) references contract_proposal_reviews;

-- D42: after the first contract, only an accepted proposal adds one, and each one once.
create unique index referral_contracts_one_without_proposal on referral_contracts (workspace_id, referral_id)
where proposal_id is null;
create unique index referral_contracts_one_per_proposal on referral_contracts (workspace_id, proposal_id)
where proposal_id is not null;

create function check_proposal_review() returns trigger language plpgsql as $$
begin
  if exists (
    select from contract_proposals proposal
    where proposal.workspace_id = new.workspace_id
      and proposal.id = new.proposal_id
      and (proposal.actor = new.actor or new.decision = 'accept' and proposal.applies_from < new.created_at)
  ) then
    raise exception 'a proposal is reviewed by another actor, and accepted before its date'
      using errcode = 'check_violation', constraint = 'contract_proposal_reviews_other_actor_in_time';
  end if;
  return new;
end
$$;

create trigger check_review before insert on contract_proposal_reviews
for each row execute function check_proposal_review();

create function check_proposed_contract() returns trigger language plpgsql as $$
begin
  if not exists (
    select from contract_proposals proposal
    join contract_proposal_reviews review
      on review.workspace_id = proposal.workspace_id and review.proposal_id = proposal.id
    where proposal.workspace_id = new.workspace_id
      and proposal.id = new.proposal_id
      and review.decision = 'accept'
      and (proposal.referral_id, proposal.terms_version_id, proposal.applies_from)
        = (new.referral_id, new.terms_version_id, new.applies_from)
  ) then
    raise exception 'the contract is not what was accepted'
      using errcode = 'check_violation', constraint = 'referral_contracts_as_accepted';
  end if;
  return new;
end
$$;

create trigger check_proposal before insert on referral_contracts
for each row when (new.proposal_id is not null) execute function check_proposed_contract();

-- Commissions had no writer so far. Whoever added some by hand has to say first what they are.
do $$
begin
  if exists (select from commissions) then
    raise exception 'commissions were written by hand: move them to another table before this migration';
  end if;
end
$$;

drop table payout_commissions;
drop table commissions;

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
  -- Of a payout by hand there is no referral, no contract and no collection (D64).
  referral_id uuid,
  contract_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sequence integer check (sequence > 0),
  entry text not null check (entry in ('accrual', 'reversal')),
  cause text not null
    check (cause in ('sale', 'install_reward', 'adjustment', 'restatement', 'void', 'manual')),
  -- The collection behind it, and the sale that an adjustment or credit takes from.
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
  actor fact_actor not null default 'system',
  -- The import that led to it, if one did.
  run_id uuid,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- The living payout that it is in. Kept by the triggers below.
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
    num_nonnulls(referral_id, contract_id, sequence, base_before, base_change)
      = case cause when 'manual' then 0 else 5 end
  ),
  constraint commissions_manual_reason check (cause <> 'manual' or reason is not null),
  constraint commissions_base check (
    case when platform_id is null then coalesce(base_change, 0) = 0
    else base_change <> 0 and (base_change > 0) = (entry = 'accrual') end
  )
);

create unique index commissions_position_sequence
on commissions (workspace_id, referral_id, contract_id, currency, sequence);
create unique index commissions_one_install_reward on commissions (workspace_id, referral_id)
where cause = 'install_reward';
create index commissions_by_collection on commissions (workspace_id, app_id, platform_id);
-- What a payout run decides about.
create index commissions_unassigned on commissions (workspace_id, membership_id, currency, available_at)
where payout_id is null;

-- Scalar subqueries with a limit: the planner looks each of them up, whatever it believes of the size of the tables.
create function check_commissions() returns trigger language plpgsql as $$
begin
  if exists (
    select from posted entry
    where entry.sequence is not null
      and entry.base_before is distinct from coalesce(
        (
          select previous.base_before + previous.base_change
          from commissions previous
          where previous.workspace_id = entry.workspace_id
            and previous.referral_id = entry.referral_id
            and previous.contract_id = entry.contract_id
            and previous.currency = entry.currency
            and previous.sequence = entry.sequence - 1
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
          and following.sequence = entry.sequence + 1
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

create trigger check_posted after insert on commissions
referencing new table as posted for each statement execute function check_commissions();

create function queue_collections() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select workspace_id, app_id, source, min(collected_at) as first_at, max(collected_at) as last_at
      from added
      group by workspace_id, app_id, source
    ) span
    where span.source is distinct from (
        select at_first.source from sale_sources at_first
        where at_first.workspace_id = span.workspace_id
          and at_first.app_id = span.app_id
          and at_first.applies_from <= span.first_at
        order by at_first.applies_from desc
        limit 1
      )
      or exists (
        select from sale_sources later
        where later.workspace_id = span.workspace_id
          and later.app_id = span.app_id
          and later.applies_from > span.first_at
          and later.applies_from <= span.last_at
      )
  ) then
    raise exception 'a sale comes from the one source of its time'
      using errcode = 'check_violation', constraint = 'collections_one_source';
  end if;

  insert into unposted_collections (workspace_id, app_id, shop_domain, collected_at, platform_id, source, revision)
  select workspace_id, app_id, shop_domain, collected_at, platform_id, source, revision from added;
  return null;
end
$$;

create trigger queue_added after insert on collections
referencing new table as added for each statement execute function queue_collections();

-- A cut-over leaves no collection of the source before it behind the new one's start.
create function check_sale_source() returns trigger language plpgsql as $$
begin
  if exists (
    select from collections
    where workspace_id = new.workspace_id and app_id = new.app_id and collected_at >= new.applies_from
      and source <> new.source
  ) then
    raise exception 'there are sales of another source in this period'
      using errcode = 'check_violation', constraint = 'sale_sources_one_per_period';
  end if;
  return new;
end
$$;

create trigger check_source before insert on sale_sources
for each row execute function check_sale_source();

create function mark_voided_referrals() returns trigger language plpgsql as $$
begin
  update referrals set voided_at = void.created_at
  from voids void
  where referrals.workspace_id = void.workspace_id and referrals.id = void.referral_id;
  return null;
end
$$;

create trigger mark_voided after insert on referral_voids
referencing new table as voids for each statement execute function mark_voided_referrals();

-- A frozen run. Without an app it is one of the whole workspace.
create table payout_runs (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  app_id uuid,
  as_of timestamptz(3) not null,
  preview_hash text not null,
  actor fact_actor not null,
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
  decision text not null check (decision in ('paid', 'below_threshold', 'nothing_due', 'excluded')),
  reason text,
  warnings text[] not null default '{}',
  primary key (workspace_id, run_id, membership_id, currency),
  foreign key (workspace_id, run_id) references payout_runs,
  foreign key (workspace_id, terms_version_id) references terms_versions
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
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create index payout_exclusions_by_membership on payout_exclusions (workspace_id, membership_id, id desc);

-- How a membership is paid, from a date on. The one with the greatest (effective_from, id) not after a time applies.
create table payees (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  effective_from timestamptz(3) not null,
  name text not null,
  method text not null check (method in ('paypal', 'wise', 'sepa', 'other')),
  email text,
  iban text,
  bic text,
  country text,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create index payees_by_membership on payees (workspace_id, membership_id, effective_from desc, id desc);

alter table payouts
-- Null of a payout by hand.
add column run_id uuid,
add column line_count integer not null default 1 check (line_count > 0),
add foreign key (workspace_id, run_id, membership_id, currency) references payout_run_decisions,
-- What was reported is not taken back into the next run.
add constraint payouts_voided_without_report check (not is_voided or claimed_minor = 0) not valid;

create unique index payouts_one_per_decision on payouts (workspace_id, run_id, membership_id, currency)
where run_id is not null;

create table payout_commissions (
  workspace_id uuid not null,
  payout_id uuid not null,
  commission_id uuid not null,
  primary key (workspace_id, payout_id, commission_id),
  foreign key (workspace_id, commission_id) references commissions,
  foreign key (workspace_id, payout_id) references payouts
);

create index payout_commissions_by_commission on payout_commissions (workspace_id, commission_id);

-- D64: behind each payout so far stands a commission by hand. What a voided one had promised is taken back.
insert into commissions (
  workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
  accrued_at, available_at, payout_id
)
select
  workspace_id, id, app_id, program_id, group_id, membership_id, currency, 'accrual', 'manual', amount_minor,
  'before the money path', created_at, created_at, case when not is_voided then id end
from payouts;

insert into payout_commissions (workspace_id, payout_id, commission_id)
select workspace_id, id, id from payouts;

-- The ids keep the time of the payout, as a uuidv7 does.
insert into commissions (
  workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reverses,
  reason, accrued_at, available_at
)
select
  workspace_id, overlay(gen_random_uuid()::text placing left(id::text, 15) from 1)::uuid, app_id, program_id, group_id,
  membership_id, currency, 'reversal', 'manual', -amount_minor, id, 'voided before the money path', created_at,
  created_at
from payouts
where is_voided;

create function assign_lines() returns trigger language plpgsql as $$
declare
  assigned bigint;
begin
  if exists (
    select from added line
    join commissions commission
      on commission.workspace_id = line.workspace_id and commission.id = line.commission_id
    join payouts payout on payout.workspace_id = line.workspace_id and payout.id = line.payout_id
    where (commission.app_id, commission.membership_id, commission.currency)
      <> (payout.app_id, payout.membership_id, payout.currency)
  ) then
    raise exception 'a payout has lines of one membership and currency, its own'
      using errcode = 'check_violation', constraint = 'payout_commissions_same_membership_and_currency';
  end if;

  -- A rival that assigns the same commission waits here, and then finds it taken.
  update commissions set payout_id = line.payout_id
  from added line
  where commissions.workspace_id = line.workspace_id
    and commissions.id = line.commission_id
    and commissions.payout_id is null;
  get diagnostics assigned = row_count;
  if assigned <> (select count(*) from added) then
    raise exception 'a commission is in one living payout'
      using errcode = 'unique_violation', constraint = 'payout_commissions_one_living_payout';
  end if;

  if exists (
    select from (select distinct workspace_id, payout_id from added) touched
    join payouts payout on payout.workspace_id = touched.workspace_id and payout.id = touched.payout_id
    where payout.line_count < (
      select count(*) from payout_commissions line
      where line.workspace_id = touched.workspace_id and line.payout_id = touched.payout_id
    )
  ) then
    raise exception 'a payout keeps the lines that it was made with'
      using errcode = 'check_violation', constraint = 'payout_commissions_with_their_payout';
  end if;
  return null;
end
$$;

create trigger assign_lines after insert on payout_commissions
referencing new table as added for each statement execute function assign_lines();

create function release_lines() returns trigger language plpgsql as $$
begin
  update commissions set payout_id = null
  from voids void
  join payout_commissions line on line.workspace_id = void.workspace_id and line.payout_id = void.payout_id
  where commissions.workspace_id = line.workspace_id
    and commissions.id = line.commission_id
    and commissions.payout_id = void.payout_id;
  return null;
end
$$;

create trigger release_lines after insert on payout_voids
referencing new table as voids for each statement execute function release_lines();

create function check_payout_lines() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_commissions line
    join commissions commission
      on commission.workspace_id = line.workspace_id and commission.id = line.commission_id
    where line.workspace_id = new.workspace_id and line.payout_id = new.id
    having count(*) = new.line_count and sum(commission.amount_minor) = new.amount_minor
  ) then
    raise exception 'a payout is the sum of its lines'
      using errcode = 'check_violation', constraint = 'payouts_sum_of_lines';
  end if;
  return null;
end
$$;

create constraint trigger lines_add_up after insert on payouts deferrable initially deferred
for each row execute function check_payout_lines();

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

-- Facts are insert-only (0001). The three tables with a column that triggers keep refuse everybody else.
create trigger insert_only before update or delete or truncate on commissions
for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger insert_only before update or delete or truncate on referrals
for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_commissions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on sale_sources
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on import_runs
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on import_run_pages
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on import_run_ends
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on collections
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on collection_settlements
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on rows_set_aside
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on refund_links
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on install_events
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on referral_evidence
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on referral_voids
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on contract_proposals
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on contract_proposal_reviews
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_runs
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_run_decisions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_exclusions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payees
for each statement execute function refuse_change();
