-- The index of a page has the workspace and one key more, and no other index of its table has that key: whatever the
-- planner believes of a value, no other can serve the page as well. A currency or a state is a key with its app.
drop index groups_by_program, memberships_by_program, memberships_by_group;
create index groups_by_program on groups (workspace_id, program_id, created_at desc, id desc);
create index memberships_by_program on memberships (workspace_id, program_id, created_at desc, id desc);
create index memberships_by_group on memberships (workspace_id, group_id, created_at desc, id desc);

drop index referrals_by_program, referrals_by_group, referrals_by_membership;
create index referrals_by_program on referrals (workspace_id, program_id, created_at desc, id desc);
create index referrals_by_group on referrals (workspace_id, group_id, created_at desc, id desc);
create index referrals_by_membership on referrals (workspace_id, membership_id, created_at desc, id desc);

drop index commissions_by_program, commissions_by_group, commissions_by_membership, commissions_by_payout,
commissions_by_currency;
create index commissions_by_program on commissions (workspace_id, program_id, accrued_at desc, id desc);
create index commissions_by_group on commissions (workspace_id, group_id, accrued_at desc, id desc);
create index commissions_by_membership on commissions (workspace_id, membership_id, accrued_at desc, id desc);
create index commissions_by_payout on commissions (workspace_id, payout_id, accrued_at desc, id desc)
where payout_id is not null;
create index commissions_by_currency
on commissions (workspace_id, (app_id::text || currency) collate "C", accrued_at desc, id desc);

drop index payouts_by_program, payouts_by_group, payouts_by_membership, payouts_by_currency, payouts_by_status;
create index payouts_by_program on payouts (workspace_id, program_id, created_at desc, id desc);
create index payouts_by_group on payouts (workspace_id, group_id, created_at desc, id desc);
create index payouts_by_membership on payouts (workspace_id, membership_id, created_at desc, id desc);
create index payouts_by_currency
on payouts (workspace_id, (app_id::text || currency) collate "C", created_at desc, id desc);
create index payouts_by_status on payouts (
  workspace_id,
  (app_id::text || payout_status(is_voided, open_disputes, amount_minor, reported_minor, confirmed_minor)) collate "C",
  created_at desc,
  id desc
);
