-- A sale belongs to one shop (D185).

-- Rows that name another shop than their sale's, until a person moves the sale or its source names its shop again.
create table misplaced_sales (
  workspace_id uuid not null,
  app_id uuid not null,
  platform_id text collate "C" not null,
  -- The shop that the sale counts for, and the one that the row names.
  shop_domain text not null,
  named_domain text not null,
  -- The row as it was read.
  content jsonb not null,
  run_id uuid not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id),
  foreign key (workspace_id, run_id) references import_runs
);

-- The revision with which a sale came to another shop: those before it count for nobody.
create table sale_moves (
  workspace_id uuid not null,
  app_id uuid not null,
  id uuid not null,
  platform_id text collate "C" not null,
  revision integer not null,
  from_domain text not null,
  to_domain text not null,
  reason text not null,
  actor fact_actor not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, app_id, platform_id, revision),
  foreign key (workspace_id, app_id) references apps
);

create trigger insert_only before update or delete or truncate on sale_moves
for each statement execute function refuse_change();

select watch_facts('sale_moves');

do $$
begin
  execute format(
    'create or replace view audit_entries as
    %s
    union all
    select workspace_id, recorded_at, id, actor::text::actor, ''create'', ''sale_move'', id, null from sale_moves',
    rtrim(pg_get_viewdef('audit_entries'::regclass), '; ')
  );
end
$$;
