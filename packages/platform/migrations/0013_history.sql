-- What another platform's export says of programs, members, referrals, commissions and payouts, on its way here (D421).

-- An export that is imported. Its settings are part of what it is: another cut-over is another import.
create table history_imports (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  source text not null check (source in ('mantle', 'partnerdex')),
  -- What it is called, for a person, and SHA-256 of all that was read.
  name text not null,
  sha256 text not null,
  -- Sales before it were commissioned there; those from it on are commissioned here.
  cut_over_at timestamptz(3) not null,
  settings jsonb not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps
);

create index history_imports_by_content on history_imports (workspace_id, app_id, sha256);

-- How far the import of an app is: one at a time. Who begins or goes on with one takes it over, and whoever had it
-- notices at its next step.
create table history_progress (
  workspace_id uuid not null,
  app_id uuid not null,
  import_id uuid not null,
  holder uuid not null,
  -- What is done next, from where on.
  step text not null,
  after text not null,
  report jsonb,
  primary key (workspace_id, app_id),
  foreign key (workspace_id, import_id) references history_imports
);

-- A record of the export. Once the import is complete, those are left that were set aside.
create table history_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('program', 'customer', 'member', 'code', 'referral', 'claim', 'payout', 'commission')),
  -- What it is called there, and where it was read.
  source_id text collate "C" not null,
  file text not null,
  number integer not null,
  -- SHA-256 of the record as it was read.
  digest text not null,
  -- Names of others there: whose it is, what earned it, what paid it.
  program_id text collate "C",
  member_id text collate "C",
  referral_id text collate "C",
  payout_id text collate "C",
  name text,
  shop_domain text,
  -- As it was sent, in the major unit, and rounded once.
  amount numeric,
  amount_minor numeric(38, 0),
  currency text,
  occurred_at timestamptz(3),
  ended_at timestamptz(3),
  state text,
  content jsonb not null,
  -- Of a payout: how many commissions it pays, and what they come to.
  line_count integer not null default 0,
  lines_minor numeric(38, 0) not null default 0,
  -- What it is here, or will be; and whether it is already.
  record_id uuid not null,
  is_known boolean not null,
  -- Why it is not taken; and what is expected there, or another's id.
  reason text,
  detail text,
  primary key (workspace_id, import_id, kind, source_id),
  foreign key (workspace_id, import_id) references history_imports
);

-- Neither of the two has the other's columns: without statistics the planner takes one for as good as the other.
create index history_rows_by_payout on history_rows (workspace_id, import_id, payout_id, number);

-- Which record here a record there has become.
create table history_records (
  workspace_id uuid not null,
  app_id uuid not null,
  source text not null,
  kind text not null,
  source_id text collate "C" not null,
  import_id uuid not null,
  record_id uuid not null,
  primary key (workspace_id, app_id, source, kind, source_id, import_id),
  foreign key (workspace_id, import_id) references history_imports
);

create table history_import_ends (
  workspace_id uuid not null,
  import_id uuid not null,
  report jsonb not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references history_imports
);

-- What an import has brought counts no more: it is closed, and what it booked is taken back (D430).
create table history_import_undos (
  workspace_id uuid not null,
  import_id uuid not null,
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references history_imports
);

-- A file of an export on its way here, piece by piece, as gzip packs it. A workspace has one upload at a time.
create table history_uploads (
  workspace_id uuid not null references workspaces,
  upload_id uuid not null,
  file text not null,
  number integer not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, upload_id, file, number)
);

create index history_uploads_by_age on history_uploads using brin (created_at);

-- Facts are insert-only.
select keep_facts(fact) from unnest(array[
  'history_imports', 'history_records', 'history_import_ends', 'history_import_undos'
]) fact;
