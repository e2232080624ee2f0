-- As 0065: the workspace and one key more.
drop index payouts_by_run;
create index payouts_by_run on payouts (workspace_id, run_id, created_at desc, id desc) where run_id is not null;
