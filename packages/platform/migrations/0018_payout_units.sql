-- Which commission each unit of a large payout comes from (D148): the last unit of each commission that has any. It follows
-- from the lines, which never change, and is found without reading them all.
create table payout_units (
  workspace_id uuid not null,
  payout_id uuid not null,
  last_unit numeric(38, 0) not null check (last_unit > 0),
  commission_id uuid not null,
  primary key (workspace_id, payout_id, last_unit),
  foreign key (workspace_id, payout_id, commission_id) references payout_commissions
);

create trigger insert_only before update or delete or truncate on payout_units
for each statement execute function refuse_change();
