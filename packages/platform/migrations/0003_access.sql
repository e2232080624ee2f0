-- Who may call: keys, what they have used up of their quota, and the answers that a repeated request gets again.

create table api_keys (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- A rotated key keeps its lineage: quota, idempotency and cursors follow the lineage, not the key.
  lineage_id uuid not null,
  kind text not null check (kind in ('affiliate', 'workspace', 'mcp', 'install_bridge')),
  app_id uuid,
  scopes text[] not null default '{}',
  name text not null,
  -- SHA-256 of the key. The key itself is shown once, at creation, and kept nowhere.
  key_hash bytea not null check (length(key_hash) = 32),
  -- The first and last characters, for a person to tell keys apart.
  key_hint text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Written at most once a minute: no change, and not audited.
  last_used_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  check ((kind = 'affiliate') = (app_id is not null)),
  -- An MCP key may save terms and see contacts where it was made so (D133).
  constraint api_keys_scopes_check check (
    scopes <@ case kind
      when 'affiliate' then array[
        'terms:write', 'payouts:read', 'programs:read', 'memberships:read', 'referrals:read', 'commissions:read'
      ]
      when 'mcp' then array['terms:write', 'contacts:read']
      else '{}'
    end
  )
);

-- The one lookup that cannot name its workspace: it is what tells the workspace.
create index api_keys_by_hash on api_keys (key_hash);

-- Whose owners are told in time.
create index api_keys_by_end on api_keys (expires_at) where expires_at is not null and revoked_at is null;

create trigger audit after insert or update of name, scopes, expires_at, revoked_at, key_hash or delete on api_keys
for each row execute function record_change('api_key');

-- A code by which the developer of an app fetches a workspace key. It is shown once, and works once, for some minutes.
create table setup_codes (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  -- SHA-256 of the code, which is kept nowhere.
  code_hash bytea not null check (length(code_hash) = 32),
  -- Who issued it, and is to be named as who made the key.
  actor actor not null default current_actor(),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  redeemed_at timestamptz(3),
  -- The key that it was redeemed for.
  key_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  foreign key (workspace_id, key_id) references api_keys,
  check (expires_at > created_at),
  check ((redeemed_at is null) = (key_id is null))
);

-- The one look-up that cannot name its workspace, as that of a key.
create index setup_codes_by_hash on setup_codes (code_hash);

create trigger audit after insert or update or delete on setup_codes
for each row execute function record_change('setup_code');

-- Makes a workspace key for a code that was neither redeemed nor has expired, by the database's time alone. With the
-- owner's rights: who serves may make a key in this way and no other. Of several at once, the row's lock lets one win.
create function redeem_setup_code(of_workspace uuid, code uuid, new_key_id uuid, hash bytea, hint text)
returns table (key_id uuid, app_id uuid, app_name text)
language plpgsql security definer as $$
#variable_conflict use_column
declare
  redeemed setup_codes;
  now_ms constant timestamptz := date_trunc('milliseconds', now());
begin
  select * into redeemed from setup_codes
  where workspace_id = of_workspace and id = code and redeemed_at is null and expires_at > now()
  for no key update;
  if not found then
    return;
  end if;
  execute format('set local affiliate.actor = %L', redeemed.actor);
  insert into api_keys (workspace_id, id, lineage_id, kind, name, key_hash, key_hint, created_at)
  select of_workspace, new_key_id, new_key_id, 'workspace', apps.name || ' (set up)', hash, hint, now_ms
  from apps where workspace_id = of_workspace and id = redeemed.app_id;
  update setup_codes set redeemed_at = now_ms, key_id = new_key_id
  where workspace_id = of_workspace and id = code;
  return query
    select new_key_id, id, name from apps where workspace_id = of_workspace and id = redeemed.app_id;
end
$$;

do $$
declare
  redeem constant text := 'redeem_setup_code(uuid, uuid, uuid, bytea, text)';
begin
  execute format('alter function %s set search_path to %I, pg_temp', redeem, current_schema());
  execute format('revoke execute on function %s from public', redeem);
end
$$;

-- The people of a workspace.
create table accounts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  email text not null check (email = lower(email) and email like '_%@_%' and length(email) <= 254),
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint accounts_one_of_email unique (workspace_id, email)
);

alter table erasures add foreign key (workspace_id, account_id) references accounts;

-- Who asks for a link to sign in names no workspace.
create index accounts_by_email on accounts (email);

create trigger audit after insert or update or delete on accounts
for each row execute function record_change('account', 'id', 'email name');

-- What an account may do as an operator, from then on: no role takes the one before away.
create table account_roles (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  -- The greatest of an account is in force. A time would not do: who waits for another one's grant began before it.
  number integer not null,
  role text check (role in ('owner', 'finance', 'support', 'reader')),
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts
);

create unique index account_roles_by_account on account_roles (workspace_id, account_id, number);

select keep_facts('account_roles'), watch_facts('account_roles');

-- What signs a person in, once. SHA-256 is kept of what the link holds, as of keys.
create table sign_in_links (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  -- As what: to the console or to the portal. Who is both has a session for each.
  audience text not null check (audience in ('operator', 'member')),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts
);

-- A look-up that cannot name its workspace, as that of a key.
create index sign_in_links_by_hash on sign_in_links (token_hash);

create trigger audit after insert on sign_in_links
for each row execute function record_change('sign_in_link');

create table sessions (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  audience text not null check (audience in ('operator', 'member')),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  -- Written at most once a minute.
  used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts
);

create index sessions_by_hash on sessions (token_hash);
create index sessions_by_account on sessions (workspace_id, account_id);

-- A key pair whose private part never leaves a device of its person.
create table passkeys (
  workspace_id uuid not null,
  -- Told by the challenge that it was made for, so that a challenge makes no second one.
  id uuid not null,
  account_id uuid not null,
  -- Which half it opens: one of an operator opens no portal, and one of a member no console.
  audience text not null check (audience in ('operator', 'member')),
  -- Chosen by the device.
  credential_id bytea not null check (length(credential_id) between 16 and 1023),
  -- In COSE.
  public_key bytea not null check (length(public_key) <= 4096),
  -- How often the device says it was used; many say 0 for ever.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- When the last challenge that it was used for was made: only later ones are good for another sign-in.
  challenged_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts,
  constraint passkeys_one_of_credential unique (workspace_id, credential_id)
);

-- A look-up that cannot name its workspace, as that of a session.
create index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_account on passkeys (workspace_id, account_id);

-- Whose it is tells more than which one.
create trigger audit after insert or update of removed_at or delete on passkeys
for each row execute function record_change('passkey', 'account_id');

-- An address that a person is to have in the place of theirs, or has had since, until the one before takes it back (D449).
create table address_changes (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  -- Where its person has asked for it; null where an operator has said it for somebody who cannot sign in (D453).
  audience text check (audience in ('operator', 'member')),
  former_email text not null check (former_email = lower(former_email)),
  email text not null check (email = lower(email) and email like '_%@_%' and length(email) <= 254),
  -- The operator's.
  reason text check (length(reason) between 1 and 200),
  created_at timestamptz(3) not null,
  -- It takes effect no earlier.
  applies_from timestamptz(3) not null,
  -- When the link that was sent to it was used.
  proved_at timestamptz(3),
  applied_at timestamptz(3),
  -- It was taken back, or another one took its place.
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts,
  check ((audience is null) = (reason is not null)),
  check (applied_at is null or proved_at is not null)
);

create index address_changes_by_account on address_changes (workspace_id, account_id, created_at);
create index address_changes_by_former on address_changes (workspace_id, former_email);
-- What takes effect by its time.
create index address_changes_due on address_changes (applies_from)
where proved_at is not null and applied_at is null and ended_at is null;

-- Whose it is tells more than which one, and no address is kept that its person may have erased.
create trigger audit after insert or update or delete on address_changes
for each row execute function record_change('address_change', 'account_id', 'former_email email');

-- A screen of the console with its filters, under a name that an operator has given it for themself.
create table saved_addresses (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- Below where the console is.
  path text not null check (path like '/%' and length(path) <= 2000),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts,
  constraint saved_addresses_one_of_name unique (workspace_id, account_id, name)
);

-- Admission times of the last minute. Unlogged: a database crash may empty it, and then the window starts anew.
create unlogged table quota_windows (
  workspace_id uuid not null,
  lineage_id uuid not null,
  admitted_at_ms bigint[] not null,
  primary key (workspace_id, lineage_id)
) with (fillfactor = 50);

-- The arithmetic of the quota's windows, as functions: by halving, so that a window of 1,200 costs hardly more than
-- one of 120, and a statement around them needs no subquery.
-- The times that still count: those of the last 60 s. One more than a second ahead means that the clock was set back,
-- and counts as now.
create function quota_recent(admitted_at_ms bigint[], now_ms bigint) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  low integer := 1;
  high integer := cardinality(admitted_at_ms) + 1;
  middle integer;
begin
  if admitted_at_ms[cardinality(admitted_at_ms)] > now_ms + 1000 then
    return array(
      select case when at_ms > now_ms + 1000 then now_ms else at_ms end as counted_ms
      from unnest(admitted_at_ms) at_ms
      where at_ms > now_ms - 60000
      order by counted_ms
    );
  end if;
  while low < high loop
    middle := (low + high) / 2;
    if admitted_at_ms[middle] > now_ms - 60000 then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return case when low = 1 then admitted_at_ms else admitted_at_ms[low:] end;
end
$$;

-- The window after one more admission. A time just ahead is a rival's, admitted while this one waited.
create function quota_admit(admitted_at_ms bigint[], now_ms bigint) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  recent bigint[] := quota_recent(admitted_at_ms, now_ms);
begin
  -- Assigned, it is appended in place.
  recent := array_append(recent, greatest(recent[cardinality(recent)], now_ms));
  return recent;
end
$$;

-- Times do not compress, and trying costs more than all the rest.
alter table quota_windows alter column admitted_at_ms set storage external;

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
