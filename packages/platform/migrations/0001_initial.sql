-- Every primary, unique and foreign key starts with workspace_id: tenants never share a row, and the tables can be
-- spread by workspace later. Ids are uuidv7 made by the application. Times are whole milliseconds, so that a value
-- read into a JavaScript date and sent back is the same value.

-- The service's own settings, one row. The secret authenticates cursors in every process and after every restart.
create table service_settings (
  only_row boolean primary key default true check (only_row),
  secret bytea not null
);

insert into service_settings (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table workspaces (
  workspace_id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null
);

create table apps (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  -- The app's client id on the commerce platform: an access token of another app is refused.
  platform_client_id text,
  -- Where the commerce platform is to announce uninstalls: an address of the app, never of this service.
  uninstall_url text check (uninstall_url like 'https://%'),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create table api_keys (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- A rotated key keeps its lineage: quota, idempotency and cursors follow the lineage, not the key.
  lineage_id uuid not null,
  kind text not null check (kind in ('affiliate', 'workspace', 'mcp', 'install_bridge')),
  app_id uuid,
  scopes text[] not null default '{}' check (scopes <@ array['terms:write', 'payouts:read']),
  name text not null,
  -- SHA-256 of the key. The key itself is shown once, at creation, and kept nowhere.
  key_hash bytea not null check (length(key_hash) = 32),
  -- The first and last characters, for a person to tell keys apart.
  key_hint text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  check ((kind = 'affiliate') = (app_id is not null)),
  check (kind = 'affiliate' or scopes = '{}')
);

-- The one lookup that cannot name its workspace: it is what tells the workspace.
create index api_keys_by_hash on api_keys (key_hash);

-- Admission times of the last minute. Unlogged: a database crash may empty it, and then the window starts anew.
create unlogged table quota_windows (
  workspace_id uuid not null,
  lineage_id uuid not null,
  admitted_at_ms bigint[] not null,
  primary key (workspace_id, lineage_id)
) with (fillfactor = 50);

create table programs (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, app_id, id),
  foreign key (workspace_id, app_id) references apps
);

create table groups (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  name text not null,
  -- Permissions that narrow or widen the terms' own policy on manual claims; null leaves it to the terms.
  allow_manual_claims boolean,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id)
);

create table memberships (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  group_id uuid,
  member_name text not null,
  allow_manual_claims boolean,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, app_id, id),
  unique (workspace_id, app_id, program_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id)
);

-- Prospective versions of terms. The one that applies at a time is the greatest (effective_at, id) not after it.
create table terms_versions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  target_kind text not null check (target_kind in ('program', 'group', 'membership')),
  target_id uuid not null,
  -- The saved rules as one document: amounts are digit strings in it, exact to 38 digits.
  rules jsonb not null,
  effective_at timestamptz(3) not null,
  supersedes uuid,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id),
  foreign key (workspace_id, supersedes) references terms_versions,
  foreign key (workspace_id, created_by) references api_keys
);

create index terms_versions_by_target on terms_versions (workspace_id, target_id, effective_at desc, id desc);

create table referrals (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  membership_id uuid not null,
  shop_domain text not null,
  -- Durations in months count from here, by calendar anniversaries.
  installed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

-- What was promised for a referral: a copy of the rules, which later terms never touch. A referral has one contract
-- until a reviewed proposal adds a further one from a later date.
create table referral_contracts (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  terms_version_id uuid not null,
  rules jsonb not null,
  applies_from timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, referral_id, applies_from),
  foreign key (workspace_id, referral_id) references referrals,
  foreign key (workspace_id, terms_version_id) references terms_versions
);

create table payouts (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  -- The group at the time of the payout: a member who changes groups takes no payout along.
  group_id uuid,
  membership_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null,
  -- Sums of the facts below, kept by triggers in the transaction that adds a fact. Nothing else writes them.
  -- Not bounded to 38 digits, so that what exceeds the amount is refused by the check and not by an overflow.
  claimed_minor numeric not null default 0,
  reported_minor numeric(38, 0) not null default 0,
  confirmed_minor numeric(38, 0) not null default 0,
  open_disputes integer not null default 0,
  is_voided boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, program_id, membership_id)
    references memberships (workspace_id, app_id, program_id, id),
  constraint payouts_reports_within_amount check (claimed_minor <= amount_minor)
);

create table commissions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  referral_id uuid not null,
  contract_id uuid not null,
  kind text not null check (kind in ('install_reward', 'subscription_sale', 'usage_sale', 'one_time_sale', 'reversal')),
  -- A reversal is negative and names the commission that it takes back: a commission is never edited.
  amount_minor numeric(38, 0) not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reverses uuid,
  accrued_at timestamptz(3) not null,
  available_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  foreign key (workspace_id, referral_id) references referrals,
  foreign key (workspace_id, contract_id) references referral_contracts,
  foreign key (workspace_id, reverses) references commissions,
  check ((kind = 'reversal') = (reverses is not null)),
  check ((kind = 'reversal') = (amount_minor < 0))
);

-- Which payout a commission went into, at most one.
create table payout_commissions (
  workspace_id uuid not null,
  commission_id uuid not null,
  payout_id uuid not null,
  primary key (workspace_id, commission_id),
  foreign key (workspace_id, commission_id) references commissions,
  foreign key (workspace_id, payout_id) references payouts
);

create table payment_reports (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  method text not null,
  reference text,
  paid_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, payout_id, id),
  foreign key (workspace_id, payout_id) references payouts
);

create table payment_report_retractions (
  workspace_id uuid not null,
  report_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, report_id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create table payment_confirmations (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  report_id uuid not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create index payment_confirmations_by_report on payment_confirmations (workspace_id, report_id);

create table payment_disputes (
  workspace_id uuid not null,
  id uuid not null,
  payout_id uuid not null,
  report_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, payout_id, id),
  foreign key (workspace_id, payout_id, report_id) references payment_reports (workspace_id, payout_id, id)
);

create index payment_disputes_by_report on payment_disputes (workspace_id, report_id);

create table payment_dispute_closings (
  workspace_id uuid not null,
  dispute_id uuid not null,
  payout_id uuid not null,
  resolution text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, dispute_id),
  foreign key (workspace_id, payout_id, dispute_id) references payment_disputes (workspace_id, payout_id, id)
);

create table payout_voids (
  workspace_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, payout_id),
  foreign key (workspace_id, payout_id) references payouts
);

-- What the facts say of each report: the one reading of them, behind the sums and the checks.
create view payment_report_states as
select
  report.workspace_id,
  report.payout_id,
  report.id,
  report.amount_minor,
  exists (
    select from payment_report_retractions retraction
    where retraction.workspace_id = report.workspace_id and retraction.report_id = report.id
  ) as is_retracted,
  exists (
    select from payment_disputes dispute
    where dispute.workspace_id = report.workspace_id
      and dispute.report_id = report.id
      and not exists (
        select from payment_dispute_closings closing
        where closing.workspace_id = dispute.workspace_id and closing.dispute_id = dispute.id
      )
  ) as is_disputed,
  coalesce(
    (
      select sum(confirmation.amount_minor) from payment_confirmations confirmation
      where confirmation.workspace_id = report.workspace_id and confirmation.report_id = report.id
    ),
    0
  ) as confirmed_minor
from payment_reports report;

create function refresh_payout_sums() returns trigger language plpgsql as $$
begin
  -- The rows are locked by a statement of its own, in one order: the next statement then sees what a rival
  -- transaction has committed meanwhile, and two of them cannot lock each other out.
  perform from payouts
  where (workspace_id, id) in (select workspace_id, payout_id from changed)
  order by workspace_id, id
  for no key update;

  if exists (
    select from payment_report_states state
    where (state.workspace_id, state.payout_id) in (select workspace_id, payout_id from changed)
      and state.confirmed_minor > state.amount_minor
  ) then
    raise exception 'confirmations exceed their report'
      using errcode = 'check_violation', constraint = 'payment_confirmations_within_report';
  end if;

  update payouts
  set claimed_minor = sums.claimed_minor,
      reported_minor = sums.reported_minor,
      confirmed_minor = sums.confirmed_minor,
      open_disputes = sums.open_disputes,
      is_voided = exists (
        select from payout_voids void
        where void.workspace_id = payouts.workspace_id and void.payout_id = payouts.id
      )
  from (
    select
      touched.workspace_id,
      touched.payout_id,
      coalesce(sum(state.amount_minor) filter (where not is_retracted), 0) as claimed_minor,
      coalesce(sum(state.amount_minor) filter (where not is_retracted and not is_disputed), 0) as reported_minor,
      coalesce(sum(state.confirmed_minor) filter (where not is_retracted and not is_disputed), 0) as confirmed_minor,
      count(state.id) filter (where not is_retracted and is_disputed) as open_disputes
    from (select distinct workspace_id, payout_id from changed) touched
    left join payment_report_states state using (workspace_id, payout_id)
    group by touched.workspace_id, touched.payout_id
  ) sums
  where payouts.workspace_id = sums.workspace_id and payouts.id = sums.payout_id;

  return null;
end
$$;

create trigger refresh_sums after insert on payment_reports
referencing new table as changed for each statement execute function refresh_payout_sums();
create trigger refresh_sums after insert on payment_report_retractions
referencing new table as changed for each statement execute function refresh_payout_sums();
create trigger refresh_sums after insert on payment_confirmations
referencing new table as changed for each statement execute function refresh_payout_sums();
create trigger refresh_sums after insert on payment_disputes
referencing new table as changed for each statement execute function refresh_payout_sums();
create trigger refresh_sums after insert on payment_dispute_closings
referencing new table as changed for each statement execute function refresh_payout_sums();
create trigger refresh_sums after insert on payout_voids
referencing new table as changed for each statement execute function refresh_payout_sums();

-- The first match wins. Never stored: a list row and the index below both call it.
create function payout_status(
  is_voided boolean, open_disputes integer, amount numeric, reported numeric, confirmed numeric
) returns text language sql immutable parallel safe as $$
  select case
    when is_voided then 'voided'
    when open_disputes > 0 then 'disputed'
    when reported = 0 then 'unreported'
    when reported < amount then 'partially_reported'
    when confirmed = 0 then 'reported'
    when confirmed < amount then 'partially_confirmed'
    else 'confirmed'
  end
$$;

-- One index for the plain list and one for each filter: a page is one index range at any depth.
create index payouts_by_app on payouts (workspace_id, app_id, created_at desc, id desc);
create index payouts_by_program on payouts (workspace_id, app_id, program_id, created_at desc, id desc);
create index payouts_by_group on payouts (workspace_id, app_id, group_id, created_at desc, id desc);
create index payouts_by_membership on payouts (workspace_id, app_id, membership_id, created_at desc, id desc);
create index payouts_by_currency on payouts (workspace_id, app_id, currency, created_at desc, id desc);
create index payouts_by_status on payouts (
  workspace_id,
  app_id,
  payout_status(is_voided, open_disputes, amount_minor, reported_minor, confirmed_minor),
  created_at desc,
  id desc
);

-- An app belongs to one workspace. Without being told, the planner takes the two for independent, expects hardly a row
-- of an app, and then chooses an index for the wrong one of two filters. `analyze` fills this, by autovacuum.
create statistics payouts_app_of_workspace (dependencies) on workspace_id, app_id from payouts;

create table idempotency_records (
  workspace_id uuid not null,
  lineage_id uuid not null,
  operation text not null,
  target_id uuid not null,
  idempotency_key text not null,
  -- SHA-256 of the canonical body: key order and white space do not matter.
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, lineage_id, operation, target_id, idempotency_key)
);

create index idempotency_records_by_age on idempotency_records (created_at);

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
  shop_domain text not null,
  app_id uuid,
  sent text not null check (sent in ('token', 'contact', 'token_and_contact')),
  -- `identified`, or the code of the refusal.
  outcome text not null,
  uninstall_watch text not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps
);

create index receipts_by_time on receipts (workspace_id, created_at desc, id desc);

-- Facts are insert-only, for everybody: not even the owner of the tables edits history by mistake.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger insert_only before update or delete or truncate on terms_versions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on referral_contracts
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on commissions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_commissions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payment_reports
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payment_report_retractions
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payment_confirmations
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payment_disputes
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payment_dispute_closings
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on payout_voids
for each statement execute function refuse_change();
create trigger insert_only before update or delete or truncate on receipts
for each statement execute function refuse_change();
