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
