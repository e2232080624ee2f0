-- Facts that are dated otherwise than they were recorded, and say so: those that the same transaction recorded, which have
-- the same time. Everything else that is dated so is named by `verify` (D255).
create table told_pasts (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  actor actor not null default current_actor(),
  primary key (workspace_id, id)
);

create trigger insert_only before update or delete or truncate on told_pasts
for each statement execute function refuse_change();

select watch_facts('told_pasts');

alter view audit_entries rename to audit_entries_before_told_pasts;
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_entries_before_told_pasts
union all
select workspace_id, recorded_at, id, actor, 'create', 'told_past', id, null from told_pasts;
