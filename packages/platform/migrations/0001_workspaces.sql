-- Every primary, unique and foreign key starts with workspace_id: tenants never share a row, and the tables can be
-- spread by workspace later. Ids are uuidv7 made by the application. Times are whole milliseconds, so that a value
-- read into a JavaScript date and sent back is the same value. Until the first release these files are edited in
-- place: a database of before is made anew.

-- The service's own settings, one row. The secret authenticates cursors in every process and after every restart.
create table service_settings (
  only_row boolean primary key default true check (only_row),
  secret bytea not null
);

insert into service_settings (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- A time, or else that of the transaction. Not in SQL, which would be unfolded to a coalesce again.
create function at_or_now(given timestamptz) returns timestamptz language plpgsql stable parallel safe as $$
begin
  return coalesce(given, date_trunc('milliseconds', now()));
end
$$;

create table workspaces (
  workspace_id uuid primary key,
  name text not null,
  -- In which its days begin: those that payout runs are as of, and pay days.
  time_zone text not null default 'UTC',
  -- For so many days nothing is paid to where a member has moved their payouts (D450).
  payee_hold_days smallint not null default 3 check (payee_hold_days between 0 and 30),
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
  -- The app in the addresses of its members' links.
  slug text check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 64),
  -- Where those links lead to, with {code} where the member's code goes.
  listing_url text check (listing_url like 'https://%'),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create index apps_by_slug on apps (slug) where slug is not null;

-- Which app has a slug. Addresses of links name no workspace, so it is unique among all of them: on a spread database,
-- where no key of a table with a workspace can be, every node has this one.
create table app_slugs (
  slug text primary key,
  owner_id uuid not null,
  app_id uuid not null
);
