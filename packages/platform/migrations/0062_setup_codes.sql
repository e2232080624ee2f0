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
  perform set_config('affiliate.actor', redeemed.actor, true);
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
