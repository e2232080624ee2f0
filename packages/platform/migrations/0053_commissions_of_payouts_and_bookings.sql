-- The commissions of a payout, and those booked in some time, page by page as the list has them.
create index commissions_by_payout on commissions (workspace_id, app_id, payout_id, accrued_at desc, id desc)
where payout_id is not null;
create index commissions_by_app_booking on commissions (workspace_id, app_id, created_at desc, id desc);
