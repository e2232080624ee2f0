-- What adjustments and credits took from a sale is looked up by the sale. Few commissions name one.
create index commissions_by_original on commissions (workspace_id, app_id, original_platform_id)
where original_platform_id is not null;
