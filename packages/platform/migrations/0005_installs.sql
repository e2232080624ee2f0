-- What apps tell of their installs, and whom to write to.

create table contacts (
  workspace_id uuid not null references workspaces,
  shop_domain text not null,
  email text,
  owner_name text,
  country text,
  shopify_plan text,
  phone text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, shop_domain)
);

create table uninstall_watches (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  uri text not null,
  registered_at timestamptz(3) not null,
  primary key (workspace_id, app_id, shop_domain),
  foreign key (workspace_id, app_id) references apps
);

-- One row per authenticated, valid identify call, whatever came of it. Never a token.
create table receipts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- It outlives the erasure of its shop under a keyed hash of the domain.
  shop_domain text,
  shop_hash bytea,
  app_id uuid,
  sent text not null check (sent in ('token', 'contact', 'token_and_contact')),
  -- `identified`, or the code of the refusal.
  outcome text not null,
  uninstall_watch text not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  constraint receipts_one_shop check (num_nonnulls(shop_domain, shop_hash) = 1)
);

create index receipts_by_time on receipts (workspace_id, created_at desc, id desc);
create index receipts_by_shop on receipts (workspace_id, shop_domain, id);
create index receipts_by_hash on receipts (workspace_id, shop_hash, id) where shop_hash is not null;
create index receipts_by_age on receipts using brin (created_at);

create trigger insert_only before truncate on receipts for each statement execute function refuse_change();

create function guard_receipts() returns trigger language plpgsql as $$
declare
  shop constant text[] := array['shop_domain', 'shop_hash'];
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '1 month' then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.shop_domain is null and to_jsonb(new) - shop = to_jsonb(old) - shop then
    return new;
  end if;
  raise exception 'only erasure and retention change receipts' using errcode = 'restrict_violation';
end
$$;

create trigger only_erasure_and_retention before update or delete on receipts
for each row execute function guard_receipts();

create table install_events (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  shop_number text,
  kind text not null check (kind in ('installed', 'uninstalled', 'deactivated', 'reactivated')),
  occurred_at timestamptz(3) not null,
  source text not null check (source in ('partner', 'bridge', 'operator')),
  -- What an app said, where that lay ahead of our clock: told again, it is known.
  told_at timestamptz(3),
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, shop_domain, kind, occurred_at),
  foreign key (workspace_id, app_id) references apps
);

-- Of a time, however long an app has been there.
create index install_events_by_time on install_events (workspace_id, app_id, occurred_at, shop_domain)
where kind = 'installed';

-- Facts are insert-only.
select keep_facts('install_events');
