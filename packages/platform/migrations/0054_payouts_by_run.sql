-- The payouts of a run, page by page as the list has them.
create index payouts_by_run on payouts (workspace_id, app_id, run_id, created_at desc, id desc)
where run_id is not null;
