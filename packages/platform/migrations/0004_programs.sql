-- Programs with their groups and memberships, and the terms that they offer.

create table programs (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_reason text check (closed_reason is null or closed_at is not null),
  -- The day of the month on which its members are paid: the last one, where a month has fewer days.
  pay_day smallint check (pay_day between 1 and 31),
  -- Whether anybody can read its terms and apply.
  has_public_page boolean not null default false,
  primary key (workspace_id, id),
  unique (workspace_id, app_id, id),
  foreign key (workspace_id, app_id) references apps
);

-- Who opens a public page names no workspace.
create index programs_by_id on programs (id);

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

alter table erasures add foreign key (workspace_id, membership_id) references memberships;

-- What an operator says of a membership. The latest one counts (D139).
create table membership_states (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  state text not null check (state in ('active', 'suspended', 'closed')),
  reason text not null,
  actor actor not null default current_actor(),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create index membership_states_by_membership
on membership_states (workspace_id, membership_id, created_at desc, id desc);

-- Who acts as a member from then on, or no more. The greatest number of the two is in force, as of roles.
create table membership_people (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  account_id uuid not null,
  number integer not null,
  is_member boolean not null,
  actor actor not null default current_actor(),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id),
  foreign key (workspace_id, account_id) references accounts
);

create unique index membership_people_by_account
on membership_people (workspace_id, account_id, membership_id, number);
create index membership_people_by_membership on membership_people (workspace_id, membership_id, account_id, number);

-- An operator sees the portal as somebody who acts for a member, for half an hour, and writes nothing.
create table member_views (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  -- As whom.
  account_id uuid not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id),
  foreign key (workspace_id, account_id) references accounts
);

create index member_views_by_membership on member_views (workspace_id, membership_id, created_at, id);

-- Somebody who wants to be a member. It is no membership: what a stranger has typed is kept until a person has decided,
-- and some time afterwards.
create table applications (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 120),
  -- Where they want to share the app, in their own words.
  words text not null check (length(words) between 1 and 1000),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  state text not null default 'open' check (state in ('open', 'approved', 'declined')),
  decided_at timestamptz(3),
  -- For operators alone.
  reason text,
  actor actor,
  membership_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id),
  check ((state = 'open') = (decided_at is null) and (state = 'open') = (actor is null)),
  check ((state = 'approved') = (membership_id is not null))
);

create unique index applications_one_open on applications (workspace_id, program_id, email) where state = 'open';
create index applications_by_program on applications (workspace_id, program_id, id desc);
create index applications_by_decision on applications (decided_at) where decided_at is not null;

create trigger audit after insert or update or delete on applications
for each row execute function record_change('application', 'id', 'email');

-- What members of a program are given to share: a text to copy, a place such as that of a logo, or both.
create table materials (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  words text check (length(words) between 1 and 4000),
  url text check (url like 'https://_%' and length(url) <= 2000),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- From then on no member sees it. What it said stays, as members have shared it.
  removed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id),
  check (num_nonnulls(words, url) > 0)
);

create index materials_by_program on materials (workspace_id, program_id, id) where removed_at is null;

-- Each version that members have seen is in the audit.
create trigger audit after insert or update or delete on materials
for each row execute function record_change('material');

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
  -- By an API key, or by an operator, who needs none.
  created_by uuid,
  operator text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, program_id) references programs (workspace_id, app_id, id),
  foreign key (workspace_id, supersedes) references terms_versions,
  foreign key (workspace_id, created_by) references api_keys,
  constraint terms_versions_one_author check (num_nonnulls(created_by, operator) = 1)
);

create index terms_versions_by_target on terms_versions (workspace_id, target_id, effective_at desc, id desc);

-- A page of each list is one index range at any depth. Its index has the workspace and one key more, and no other
-- index of its table has that key: whatever the planner believes of a value, no other can serve the page as well
-- (D270). A currency or a state is a key with its app.
create index programs_by_app on programs (workspace_id, app_id, created_at desc, id desc);
create index groups_by_app on groups (workspace_id, app_id, created_at desc, id desc);
create index groups_by_program on groups (workspace_id, program_id, created_at desc, id desc);
create index memberships_by_app on memberships (workspace_id, app_id, created_at desc, id desc);
create index memberships_by_program on memberships (workspace_id, program_id, created_at desc, id desc);
create index memberships_by_group on memberships (workspace_id, group_id, created_at desc, id desc);

-- Letters and pairs of letters of a name, each with its workspace and app, as a search folds them: what it looks up.
create function name_grams(workspace uuid, app uuid, name text, shortest integer) returns bigint[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  folded constant text := upper(name collate "und-x-icu") collate "C";
  seed constant bigint := uuid_hash_extended(app, uuid_hash_extended(workspace, 0));
begin
  return coalesce(
    (
      select array_agg(distinct hashtextextended(substr(folded, start, size), seed))
      from generate_series(shortest, 2) size, generate_series(1, length(folded) + 1 - size) start
    ),
    '{}'
  );
end
$$;

-- Without a list of what is pending, which each search would read whole.
create index memberships_by_grams on memberships using gin (name_grams(workspace_id, app_id, member_name, 1))
with (fastupdate = off);

-- An app belongs to one workspace, which the planner has to be told: else it expects hardly a record of an app, takes
-- any index of the two, and sorts what it has read. `analyze` fills this, by autovacuum.
create statistics programs_app_of_workspace (dependencies) on workspace_id, app_id from programs;
create statistics groups_app_of_workspace (dependencies) on workspace_id, app_id from groups;
create statistics memberships_app_of_workspace (dependencies) on workspace_id, app_id from memberships;

-- A page is planned once for all workspaces, and must be right for the largest: with the average of many small ones
-- the planner takes two indexes for equally good, of which one reads all records of a large app. It takes this hint
-- with the next analyze.
alter table programs
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table groups
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table memberships
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);

create trigger audit after insert or update or delete on programs
for each row execute function record_change('program');
create trigger audit after insert or update or delete on groups
for each row execute function record_change('group');
create trigger audit after insert or update or delete on memberships
for each row execute function record_change('membership', 'id', 'member_name');

-- Facts are insert-only.
select keep_facts(fact), watch_facts(fact)
from unnest(array['membership_states', 'membership_people', 'member_views', 'terms_versions']) fact;
