-- Whether a shop was erased before is looked up by its hash.
create index erasures_by_shop on erasures (workspace_id, shop_hash);
