-- The links that members share, and who followed them.

-- A code is a member's for ever: whoever holds an old one still leads to this member.
create table links (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  membership_id uuid not null,
  code text not null check (code ~ '^[A-Za-z0-9]([A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$'),
  -- What the member uses it for, for the eyes of people alone.
  label text,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create unique index links_one_of_code on links (workspace_id, app_id, lower(code));
create index links_by_membership on links (workspace_id, membership_id, id);
create index links_by_app on links (workspace_id, app_id, id);

-- No address is kept of who followed a link: the visitor is a hash under a secret of that day, which nobody has afterwards.
create table clicks (
  workspace_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  visitor bytea not null,
  referring_host text,
  -- Where the proxy in front tells it.
  country text check (country ~ '^[A-Z]{2}$'),
  -- What the member added to the link, to tell where it stands.
  sub_id text,
  occurred_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references links
);

create index clicks_by_link on clicks (workspace_id, link_id, occurred_at);
create index clicks_by_time on clicks using brin (occurred_at);

create table visitor_secrets (
  day date primary key,
  secret bytea not null
);

-- Facts are insert-only. Clicks are deleted by retention.
select keep_facts('links'), watch_facts('links');
