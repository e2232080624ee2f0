-- A page is planned once for all workspaces, and must be right for the largest: with the average of many small ones the
-- planner takes two indexes for equally good, of which one reads all records of a large app. It takes this hint with the
-- next analyze.
alter table programs
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table groups
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table memberships
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table referrals
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table commissions
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
alter table payouts
alter column workspace_id set (n_distinct = 100), alter column app_id set (n_distinct = 100);
