-- An app belongs to one workspace, which the planner has to be told for every list, as for payouts: else it expects
-- hardly a record of an app, takes any index of the two, and sorts what it has read.
create statistics programs_app_of_workspace (dependencies) on workspace_id, app_id from programs;
create statistics groups_app_of_workspace (dependencies) on workspace_id, app_id from groups;
create statistics memberships_app_of_workspace (dependencies) on workspace_id, app_id from memberships;
create statistics referrals_app_of_workspace (dependencies) on workspace_id, app_id from referrals;
create statistics commissions_app_of_workspace (dependencies) on workspace_id, app_id from commissions;
