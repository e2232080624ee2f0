-- Entries that a person adds to what sales lead to: a debt that is written off, one that was repaid, a deduction. They
-- belong to no referral, as those behind a payout by hand.
alter table commissions
drop constraint commissions_cause_check,
drop constraint commissions_position,
drop constraint commissions_manual_reason,
add constraint commissions_cause_check check (
  cause in (
    'sale', 'install_reward', 'adjustment', 'restatement', 'void', 'manual', 'write_off', 'repayment', 'deduction'
  )
),
add constraint commissions_position check (
  num_nonnulls(referral_id, contract_id, sequence, base_before, base_change)
    = case when cause in ('manual', 'write_off', 'repayment', 'deduction') then 0 else 5 end
),
add constraint commissions_manual_reason check (
  cause not in ('manual', 'write_off', 'repayment', 'deduction') or reason is not null
);

-- Each of them is undone once, by an entry that reverses it.
create unique index commissions_undone_once on commissions (workspace_id, reverses)
where cause in ('write_off', 'repayment', 'deduction') and reverses is not null;

create index commissions_by_hand on commissions (workspace_id, recorded_at)
where cause in ('write_off', 'repayment', 'deduction');

-- The latest revision counts; without a sale the link is taken back.
alter table refund_links
add column id uuid not null default gen_random_uuid(),
add column revision integer not null default 1 check (revision > 0),
alter column sale_platform_id drop not null,
drop constraint refund_links_pkey,
add primary key (workspace_id, app_id, platform_id, revision);

alter view audit_entries rename to audit_entries_before_debts;
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_entries_before_debts
union all
select workspace_id, recorded_at, id, actor::text::actor, 'create', cause, id, null from commissions
where cause in ('write_off', 'repayment', 'deduction')
union all
select workspace_id, recorded_at, id, actor::text::actor, 'create', 'refund_link', id, null from refund_links;
