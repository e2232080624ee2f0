-- The latest content of a sale counts (D184): a source may go back to an older one, so that contents repeat.
alter table collections drop constraint collections_workspace_id_app_id_platform_id_source_content__key;

-- Lines that a later line of the same file or page replaces, and lines with an older content of their sale.
alter table import_run_pages
add column rows_replaced integer not null default 0,
add column rows_older integer not null default 0;
