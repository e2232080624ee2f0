-- Sales in. Their amounts are exact decimals as they were sent.

-- What an operator connects an app to. The token is encrypted, or handed in with each run.
create table sale_connections (
  workspace_id uuid not null,
  app_id uuid not null,
  organization_id text not null,
  platform_app_id text not null,
  api_version text not null,
  encrypted_token bytea,
  actor actor not null,
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
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, applies_from),
  foreign key (workspace_id, app_id) references apps
);

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

create table import_runs (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  source text not null check (source in ('partner_transactions', 'partner_events', 'manual_file')),
  -- The window, the shop or the file's name: what the run was asked for.
  arguments jsonb not null,
  actor actor not null,
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
  -- Lines that a later line of the same file or page replaces, and lines with an older content of their sale.
  rows_replaced integer not null default 0,
  rows_older integer not null default 0,
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

-- What was collected from referred shops, and taken back. The greatest revision of a row counts: a source may
-- go back to an older content, so that contents repeat (D184).
create table app_transactions (
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
  foreign key (workspace_id, run_id) references import_runs,
  constraint app_transactions_sign check (case when kind in ('adjustment', 'credit') then gross <= 0 else gross >= 0 end)
);

create index app_transactions_by_shop
on app_transactions (workspace_id, app_id, shop_domain, collected_at, platform_id, revision);

-- A sale that one source has told is not told again by another one, whatever time that gives it.
create unique index app_transactions_one_source_per_sale
on app_transactions (workspace_id, app_id, platform_id)
where revision = 1;

-- Rows that are posted with the next posting of their shop. Filled by a trigger, emptied by the posting.
create table unposted_transactions (
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

create function check_app_transactions() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan set jit to off as $$
declare
  span record;
begin
  for span in
    select workspace_id, app_id, source, min(collected_at) as first_at, max(collected_at) as last_at
    from added
    group by workspace_id, app_id, source
  loop
    if span.source is distinct from (
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
    then
      raise exception 'a sale comes from the one source of its time'
        using errcode = 'check_violation', constraint = 'app_transactions_one_source',
          detail = 'constraint "app_transactions_one_source"';
    end if;
  end loop;
  return null;
end
$$;

create trigger check_added after insert on app_transactions
referencing new table as added for each statement execute function check_app_transactions();

create function queue_app_transaction() returns trigger language plpgsql as $$
begin
  insert into unposted_transactions (workspace_id, app_id, shop_domain, collected_at, platform_id, source, revision)
  values (
    new.workspace_id, new.app_id, new.shop_domain, new.collected_at, new.platform_id, new.source, new.revision
  );
  return null;
end
$$;

create trigger queue_added after insert on app_transactions
for each row execute function queue_app_transaction();

-- A cut-over leaves no app transaction of the source before it behind the new one's start.
create function check_sale_source() returns trigger language plpgsql
set plan_cache_mode to force_custom_plan as $$
begin
  if exists (
    select from app_transactions
    where workspace_id = new.workspace_id and app_id = new.app_id and collected_at >= new.applies_from
      and source <> new.source
  ) then
    raise exception 'there are sales of another source in this period'
      using errcode = 'check_violation', constraint = 'sale_sources_one_per_period',
        detail = 'constraint "sale_sources_one_per_period"';
  end if;
  return new;
end
$$;

create trigger check_source before insert on sale_sources
for each row execute function check_sale_source();

-- A shop of an app as the posting knows it. Its row is the lock that postings take turns by.
create table shop_postings (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  -- The shop's number on the commerce platform, where it is known: it outlives the domain.
  shop_number text,
  -- Of the posted app transactions: what a new sale has to be later than to change nothing before it.
  latest_collected_at timestamptz(3),
  refunds integer not null default 0,
  primary key (workspace_id, app_id, shop_domain),
  foreign key (workspace_id, app_id) references apps
);

create unique index shop_postings_by_number on shop_postings (workspace_id, app_id, shop_number)
where shop_number is not null;

-- Adjustments and credits that a later sale may still have to serve.
create table open_refunds (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  platform_id text collate "C" not null,
  last_taken_platform_id text collate "C",
  remainder numeric(47, 9) not null,
  primary key (workspace_id, app_id, shop_domain, platform_id)
);

create table transaction_settlements (
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

-- Rows that name another shop than their sale's, until a person moves the sale or its source names its shop again.
create table misplaced_sales (
  workspace_id uuid not null,
  app_id uuid not null,
  platform_id text collate "C" not null,
  -- The shop that the sale counts for, and the one that the row names.
  shop_domain text not null,
  named_domain text not null,
  -- The row as it was read.
  content jsonb not null,
  run_id uuid not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id),
  foreign key (workspace_id, run_id) references import_runs
);

-- The revision with which a sale came to another shop: those before it count for nobody.
create table sale_moves (
  workspace_id uuid not null,
  app_id uuid not null,
  id uuid not null,
  platform_id text collate "C" not null,
  revision integer not null,
  from_domain text not null,
  to_domain text not null,
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id, revision),
  foreign key (workspace_id, app_id) references apps
);

create table refund_links (
  workspace_id uuid not null,
  app_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The adjustment or credit, and the sale that it takes back before every rule (D55).
  platform_id text collate "C" not null,
  sale_platform_id text collate "C",
  -- The latest one counts; without a sale the link is taken back.
  revision integer not null default 1 check (revision > 0),
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id, revision),
  foreign key (workspace_id, app_id) references apps
);

-- Facts are insert-only.
select keep_facts(fact) from unnest(array[
  'sale_sources', 'import_runs', 'import_run_pages', 'import_run_ends', 'app_transactions',
  'transaction_settlements', 'rows_set_aside', 'sale_moves', 'refund_links'
]) fact;

select watch_facts(fact) from unnest(array[
  'app_transactions', 'sale_moves', 'refund_links'
]) fact;
