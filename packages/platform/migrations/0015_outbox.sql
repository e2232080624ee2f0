-- What others are told of what happened: written with the fact, delivered afterwards (D400).

create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- Null: it is told of all apps of the workspace.
  app_id uuid,
  url text not null,
  topics text[] not null check (cardinality(topics) > 0),
  -- So that the audit shows a rotation; the secrets themselves are elsewhere.
  rotated_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- From then on what it is told waits: its receiver has said that it is gone for good, or a person has disabled it.
  disabled_at timestamptz(3),
  disabled_because text check (disabled_because in ('gone', 'by_hand')),
  removed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references apps,
  check ((disabled_at is null) = (disabled_because is null))
);

create trigger audit after insert or update or delete on webhook_endpoints
for each row execute function record_change('webhook_endpoint');

-- What an endpoint's deliveries are signed with, encrypted: with one secret, or with two while a rotation lasts.
create table webhook_secrets (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  encrypted_secret bytea not null,
  expires_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints
);

create index webhook_secrets_by_endpoint on webhook_secrets (workspace_id, endpoint_id, id);

-- How an endpoint fares, and which process delivers to it.
create table webhook_queues (
  workspace_id uuid not null,
  endpoint_id uuid not null,
  -- In a row. While an endpoint fails, it is asked less and less often.
  failures integer not null default 0,
  next_attempt_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- The lease: whoever else comes waits until then, and takes over what was left.
  holder uuid,
  held_until timestamptz,
  primary key (workspace_id, endpoint_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints
);

-- A message of one fact has one id, whoever is told.
create table outbox_messages (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  topic text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  attempts integer not null default 0,
  -- From here on it is tried for three days.
  queued_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- Null once it was delivered or given up.
  next_attempt_at timestamptz(3) default date_trunc('milliseconds', now()),
  delivered_at timestamptz(3),
  -- What came of the last attempt, such as `status 500`.
  outcome text,
  primary key (workspace_id, id, endpoint_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints
);

create index outbox_messages_by_endpoint on outbox_messages (workspace_id, endpoint_id, id desc);
create index outbox_messages_waiting on outbox_messages (workspace_id, endpoint_id, next_attempt_at)
where next_attempt_at is not null;
create index outbox_messages_unsent on outbox_messages (workspace_id, endpoint_id, id desc)
where next_attempt_at is not null;
create index outbox_messages_failed on outbox_messages (workspace_id, endpoint_id, id desc)
where next_attempt_at is null and delivered_at is null;
create index outbox_messages_by_time on outbox_messages using brin (created_at);

-- Mail to a person of the workspace, or to a member. It holds neither an address nor a link: both are found as it is
-- sent. One fact is one mail, whoever is told.
create table outbox_mails (
  workspace_id uuid not null,
  id uuid not null,
  -- An account, a member who has none, or somebody who has applied.
  recipient_id uuid not null,
  account_id uuid,
  membership_id uuid,
  application_id uuid,
  kind text not null check (
    kind in (
      'sign_in', 'invitation', 'member_sign_in', 'member_invitation', 'payout_reported', 'payout_confirmed',
      'payout_disputed', 'payee_changed', 'terms_changed', 'claim_decided', 'application_received',
      'application_declined', 'application_filed', 'member_left', 'address_proof', 'address_changing', 'address_changed', 'key_expires',
      'endpoint_disabled', 'digest', 'test'
    )
  ),
  -- Ids of what it tells.
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  attempts integer not null default 0,
  -- From here on it is tried for three days.
  queued_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  -- Null once it was sent or given up.
  next_attempt_at timestamptz(3) default date_trunc('milliseconds', now()),
  sent_at timestamptz(3),
  outcome text,
  -- The lease: whoever else comes waits until then, and takes over what was left.
  held_until timestamptz,
  primary key (workspace_id, id, recipient_id),
  foreign key (workspace_id, account_id) references accounts,
  foreign key (workspace_id, membership_id) references memberships,
  foreign key (workspace_id, application_id) references applications,
  check (num_nonnulls(account_id, membership_id, application_id) = 1),
  check (recipient_id = coalesce(account_id, membership_id, application_id))
);

create index outbox_mails_waiting on outbox_mails (workspace_id, next_attempt_at) where next_attempt_at is not null;
create index outbox_mails_by_creation on outbox_mails (workspace_id, created_at desc, id desc, recipient_id desc);
create index outbox_mails_by_time on outbox_mails using brin (created_at);

-- What a recipient has said of mail that they may do without.
create table mail_choices (
  workspace_id uuid not null,
  recipient_id uuid not null,
  kind text not null check (
    kind in ('payout_reported', 'payout_confirmed', 'payout_disputed', 'application_filed', 'member_left', 'digest')
  ),
  is_wanted boolean not null,
  changed_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, recipient_id, kind)
);
