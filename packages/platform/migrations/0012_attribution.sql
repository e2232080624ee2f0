-- Who is known to have brought a shop, before there is a referral, and what a person has to decide of it.

create table evidence (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  membership_id uuid not null,
  -- Of the code that named the member; null for a claim.
  link_id uuid,
  kind text not null check (kind in ('coupon', 'analytics', 'claim')),
  occurred_at timestamptz(3) not null,
  -- What it is called where it comes from: told again, it is known.
  source_id text not null,
  -- What a claim says.
  reason text,
  -- How often the member's links were followed in the day before a view, and in the 28 days before that.
  day_clicks integer,
  clicks_before integer,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  -- The app comes last: without statistics, a planner would else read all evidence of the app for that of one shop.
  constraint evidence_of_source unique (workspace_id, kind, source_id, app_id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id),
  foreign key (workspace_id, link_id) references links,
  check (case when kind = 'claim' then reason is not null else link_id is not null end),
  check (num_nulls(day_clicks, clicks_before) <> 1)
);

create index evidence_by_shop on evidence (workspace_id, shop_domain, app_id);
create index evidence_by_membership on evidence (workspace_id, membership_id, created_at);

alter table referral_evidence add foreign key (workspace_id, evidence_id) references evidence;

create table attribution_cases (
  workspace_id uuid not null,
  id uuid not null,
  evidence_id uuid not null,
  kind text not null
  check (kind in ('late', 'conflict', 'self_referral', 'reinstall', 'claim', 'history_unknown', 'flood')),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  constraint attribution_cases_one_of_kind unique (workspace_id, evidence_id, kind),
  foreign key (workspace_id, evidence_id) references evidence on delete cascade
);

-- A case may be decided again: the latest decision of it holds.
create table attribution_decisions (
  workspace_id uuid not null,
  case_id uuid not null,
  revision integer not null check (revision >= 1),
  -- `nobody` says of all evidence of the shop that it counts for no member.
  decision text not null check (decision in ('accept', 'reject', 'nobody')),
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, case_id, revision),
  foreign key (workspace_id, case_id) references attribution_cases on delete cascade
);

-- An export of analytics that was imported, and the evidence that it tells: one piece may be told by several.
create table analytics_imports (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  file text not null,
  sha256 text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps
);

create index analytics_imports_by_content on analytics_imports (workspace_id, app_id, sha256);

create table analytics_import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  evidence_id uuid not null,
  primary key (workspace_id, import_id, evidence_id),
  foreign key (workspace_id, import_id) references analytics_imports,
  foreign key (workspace_id, evidence_id) references evidence on delete cascade
);

create index analytics_import_rows_by_evidence on analytics_import_rows (workspace_id, evidence_id);

-- What only imports tell that were undone counts no more.
create table analytics_import_undos (
  workspace_id uuid not null,
  import_id uuid not null,
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references analytics_imports
);

-- Insert-only, but that erasure takes away what no referral was made with.
create trigger insert_only before update or truncate on evidence
for each statement execute function refuse_change();
create trigger insert_only before update or truncate on analytics_imports
for each statement execute function refuse_change();
create trigger insert_only before update or truncate on analytics_import_rows
for each statement execute function refuse_change();
create trigger insert_only before update or truncate on analytics_import_undos
for each statement execute function refuse_change();
create trigger insert_only before update or truncate on attribution_cases
for each statement execute function refuse_change();
create trigger insert_only before update or truncate on attribution_decisions
for each statement execute function refuse_change();

-- Shops of which something new is known since it was decided who brought them.
create table attribution_queue (
  workspace_id uuid not null,
  app_id uuid not null,
  shop_domain text not null,
  primary key (workspace_id, app_id, shop_domain)
);

-- Whether a shop's contact is also that of a member's payee. With the owner's rights: who serves cannot read payees.
create function is_own_shop(of_workspace uuid, member uuid, shop text) returns boolean
language plpgsql stable security definer as $$
begin
  return exists (
    select from contacts contact
    join payees payee on payee.workspace_id = of_workspace and payee.membership_id = member
    where contact.workspace_id = of_workspace and contact.shop_domain = shop
      and lower(payee.email) = lower(contact.email)
  );
end
$$;
revoke execute on function is_own_shop(uuid, uuid, text) from public;
