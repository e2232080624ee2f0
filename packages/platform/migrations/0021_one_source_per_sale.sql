-- A sale that one source has told is not told again by another one, whatever time that gives it.
create unique index collections_one_source_per_sale
on collections (workspace_id, app_id, platform_id)
where revision = 1;
