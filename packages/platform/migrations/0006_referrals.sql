-- Which member referred which shop, and what was promised for it.

create table referrals (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  program_id uuid not null,
  membership_id uuid not null,
  -- Of its time: a member who changes groups takes nothing along.
  group_id uuid,
  shop_domain text not null,
  shop_number text,
  -- Durations in months count from here, by calendar anniversaries.
  installed_at timestamptz(3) not null,
  -- A shop that had the app before earns no install reward.
  earns_install_reward boolean not null default true,
  actor actor not null default 'system',
  created_at timestamptz(3) not null,
  -- Of the void below.
  voided_at timestamptz(3),
  primary key (workspace_id, id),
  constraint referrals_membership_key unique (workspace_id, id, membership_id),
  foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id),
  foreign key (workspace_id, app_id, membership_id) references memberships (workspace_id, app_id, id)
);

create unique index referrals_one_living_per_shop on referrals (workspace_id, app_id, shop_domain)
where voided_at is null;

create table referral_evidence (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  kind text not null check (kind in ('click', 'analytics', 'bridge', 'coupon', 'claim')),
  occurred_at timestamptz(3) not null,
  -- What was known before the referral was made; null where an operator said it with the referral.
  evidence_id uuid,
  reason text,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, referral_id) references referrals,
  -- A claim is decided by a person (D54).
  check (kind <> 'claim' or reason is not null)
);

create index referral_evidence_by_referral on referral_evidence (workspace_id, referral_id);
create index referral_evidence_by_evidence on referral_evidence (workspace_id, evidence_id)
where evidence_id is not null;

create table referral_voids (
  workspace_id uuid not null,
  referral_id uuid not null,
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, referral_id),
  foreign key (workspace_id, referral_id) references referrals
);

create function mark_voided_referrals() returns trigger language plpgsql as $$
declare
  void record;
begin
  for void in select workspace_id, referral_id, created_at from voids loop
    update referrals set voided_at = void.created_at
    where workspace_id = void.workspace_id and id = void.referral_id;
  end loop;
  return null;
end
$$;

create trigger mark_voided after insert on referral_voids
referencing new table as voids for each statement execute function mark_voided_referrals();

create table contract_proposals (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  terms_version_id uuid not null,
  applies_from timestamptz(3) not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, id),
  foreign key (workspace_id, referral_id) references referrals,
  foreign key (workspace_id, terms_version_id) references terms_versions
);

-- Whether a referral is under review is looked up by the referral.
create index contract_proposals_by_referral on contract_proposals (workspace_id, referral_id);

create table contract_proposal_reviews (
  workspace_id uuid not null,
  proposal_id uuid not null,
  decision text not null check (decision in ('accept', 'decline')),
  reason text not null,
  actor actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, proposal_id),
  foreign key (workspace_id, proposal_id) references contract_proposals
);

create function check_proposal_review() returns trigger language plpgsql as $$
begin
  if exists (
    select from contract_proposals proposal
    where proposal.workspace_id = new.workspace_id
      and proposal.id = new.proposal_id
      and (proposal.actor = new.actor or new.decision = 'accept' and proposal.applies_from < new.created_at)
  ) then
    raise exception 'a proposal is reviewed by another actor, and accepted before its date'
      using errcode = 'check_violation', constraint = 'contract_proposal_reviews_other_actor_in_time',
        detail = 'constraint "contract_proposal_reviews_other_actor_in_time"';
  end if;
  return new;
end
$$;

create trigger check_review before insert on contract_proposal_reviews
for each row execute function check_proposal_review();

-- What was promised for a referral: a copy of the rules, which later terms never touch. A referral has one contract
-- until a reviewed proposal adds a further one from a later date.
create table referral_contracts (
  workspace_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  -- An agreement that is older than the platform has rules and a reason instead.
  terms_version_id uuid,
  reason text,
  proposal_id uuid,
  rules jsonb not null,
  applies_from timestamptz(3) not null,
  actor actor not null default 'system',
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, referral_id, applies_from),
  constraint referral_contracts_referral_key unique (workspace_id, referral_id, id),
  foreign key (workspace_id, referral_id) references referrals,
  foreign key (workspace_id, terms_version_id) references terms_versions,
  foreign key (workspace_id, proposal_id) references contract_proposal_reviews,
  constraint referral_contracts_origin check (terms_version_id is not null or reason is not null)
);

-- D42: after the first contract, only an accepted proposal adds one, and each one once.
create unique index referral_contracts_one_without_proposal on referral_contracts (workspace_id, referral_id)
where proposal_id is null;
create unique index referral_contracts_one_per_proposal on referral_contracts (workspace_id, proposal_id)
where proposal_id is not null;

create function check_proposed_contract() returns trigger language plpgsql as $$
begin
  if not exists (
    select from contract_proposals proposal
    join contract_proposal_reviews review
      on review.workspace_id = proposal.workspace_id and review.proposal_id = proposal.id
    where proposal.workspace_id = new.workspace_id
      and proposal.id = new.proposal_id
      and review.decision = 'accept'
      and (proposal.referral_id, proposal.terms_version_id, proposal.applies_from)
        = (new.referral_id, new.terms_version_id, new.applies_from)
  ) then
    raise exception 'the contract is not what was accepted'
      using errcode = 'check_violation', constraint = 'referral_contracts_as_accepted',
        detail = 'constraint "referral_contracts_as_accepted"';
  end if;
  return new;
end
$$;

create trigger check_proposal before insert on referral_contracts
for each row when (new.proposal_id is not null) execute function check_proposed_contract();

-- As the lists of programs have them.
create index referrals_by_app on referrals (workspace_id, app_id, created_at desc, id desc);
-- Each posting of a shop reads all of its referrals, those that were voided too.
create index referrals_by_shop on referrals (workspace_id, app_id, shop_domain);
create index referrals_by_program on referrals (workspace_id, program_id, created_at desc, id desc);
create index referrals_by_group on referrals (workspace_id, group_id, created_at desc, id desc);
create index referrals_by_membership on referrals (workspace_id, membership_id, created_at desc, id desc);
create index referrals_by_grams on referrals using gin (name_grams(workspace_id, app_id, shop_domain, 1))
with (fastupdate = off);

create statistics referrals_app_of_workspace (dependencies) on workspace_id, app_id from referrals;

alter table referrals
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);

-- Triggers keep one column of a referral, and refuse everybody else.
create trigger insert_only before update or delete or truncate on referrals
for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Facts are insert-only.
select keep_facts(fact), watch_facts(fact) from unnest(array[
  'referral_voids', 'contract_proposals', 'contract_proposal_reviews', 'referral_contracts'
]) fact;
select keep_facts('referral_evidence');
select watch_facts('referrals');
