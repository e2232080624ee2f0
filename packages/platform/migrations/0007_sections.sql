-- What the lists of memberships, referrals and commissions need (D61): states of memberships, the group of a referral's
-- time, and the index ranges that their pages are.

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

create trigger insert_only before update or delete or truncate on membership_states
for each statement execute function refuse_change();

select watch_facts('membership_states');

alter view audit_entries rename to audit_entries_before_sections;
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_entries_before_sections
union all
select workspace_id, recorded_at, id, actor, 'create', 'membership_state', membership_id, null from membership_states;

-- The group at the time of the referral: a member who changes groups takes nothing along. Referrals so far were shown
-- with the group of today, and keep it.
alter table referrals
add column group_id uuid,
add foreign key (workspace_id, app_id, group_id) references groups (workspace_id, app_id, id);

alter table referrals disable trigger insert_only;
update referrals set group_id = membership.group_id
from memberships membership
where membership.workspace_id = referrals.workspace_id and membership.id = referrals.membership_id
  and membership.group_id is not null;
alter table referrals enable trigger insert_only;

-- As in 0004, but for the group of a referral: what was anchored without it keeps its digest.
create or replace function fact_digests(
  fact text, from_time timestamptz, to_time timestamptz, workspace uuid default null
)
returns table (workspace_id uuid, content jsonb, digest bytea)
language plpgsql stable set timezone to 'UTC' as $$
begin
  return query execute format(
    'select fact.workspace_id, row.content, sha256(convert_to(row.content::text, ''UTF8''))
    from %I fact
    cross join lateral (
      select jsonb_strip_nulls(to_jsonb(fact)) - array[
        ''claimed_minor'', ''reported_minor'', ''confirmed_minor'', ''open_disputes'', ''is_voided'', ''voided_at''
      ] - case %L when ''commissions'' then ''payout_id'' when ''referrals'' then ''group_id'' else '''' end as content
    ) row
    where ($3::uuid is null or fact.workspace_id = $3) and fact.recorded_at > $1 and fact.recorded_at <= $2',
    fact, fact
  ) using from_time, to_time, workspace;
end
$$;

-- One index for the plain list and one for each filter, as payouts have.
create index referrals_by_app on referrals (workspace_id, app_id, created_at desc, id desc);
create index referrals_by_program on referrals (workspace_id, app_id, program_id, created_at desc, id desc);
create index referrals_by_group on referrals (workspace_id, app_id, group_id, created_at desc, id desc);
create index referrals_by_membership on referrals (workspace_id, app_id, membership_id, created_at desc, id desc);

create index commissions_by_app on commissions (workspace_id, app_id, accrued_at desc, id desc);
create index commissions_by_program on commissions (workspace_id, app_id, program_id, accrued_at desc, id desc);
create index commissions_by_group on commissions (workspace_id, app_id, group_id, accrued_at desc, id desc);
create index commissions_by_membership on commissions (workspace_id, app_id, membership_id, accrued_at desc, id desc);
create index commissions_by_currency on commissions (workspace_id, app_id, currency, accrued_at desc, id desc);

-- Whether a referral is under review is looked up by the referral.
create index contract_proposals_by_referral on contract_proposals (workspace_id, referral_id);
