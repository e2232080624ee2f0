-- Confirmations can be retracted (D138), programs can be closed (D139), and the audit knows it.

create table payment_confirmation_retractions (
  workspace_id uuid not null,
  confirmation_id uuid not null,
  payout_id uuid not null,
  reason text not null,
  created_at timestamptz(3) not null,
  actor actor not null default current_actor(),
  primary key (workspace_id, confirmation_id),
  foreign key (workspace_id, confirmation_id) references payment_confirmations,
  foreign key (workspace_id, payout_id) references payouts
);

create trigger insert_only before update or delete or truncate on payment_confirmation_retractions
for each statement execute function refuse_change();

create or replace view payment_report_states as
select
  report.workspace_id,
  report.payout_id,
  report.id,
  report.amount_minor,
  exists (
    select from payment_report_retractions retraction
    where retraction.workspace_id = report.workspace_id and retraction.report_id = report.id
  ) as is_retracted,
  exists (
    select from payment_disputes dispute
    where dispute.workspace_id = report.workspace_id
      and dispute.report_id = report.id
      and not exists (
        select from payment_dispute_closings closing
        where closing.workspace_id = dispute.workspace_id and closing.dispute_id = dispute.id
      )
  ) as is_disputed,
  coalesce(
    (
      select sum(confirmation.amount_minor) from payment_confirmations confirmation
      where confirmation.workspace_id = report.workspace_id
        and confirmation.report_id = report.id
        and not exists (
          select from payment_confirmation_retractions retraction
          where retraction.workspace_id = confirmation.workspace_id and retraction.confirmation_id = confirmation.id
        )
    ),
    0
  ) as confirmed_minor
from payment_reports report;

create trigger refresh_sums after insert on payment_confirmation_retractions
referencing new table as changed for each statement execute function refresh_payout_sums();

alter table programs add column closed_at timestamptz(3);

select watch_facts('payment_confirmation_retractions');

-- Versions by an operator have no key, and so far had no actor here. Whatever else the view holds by now stays in it.
do $$
begin
  execute format(
    'create or replace view audit_entries as
    select * from (%s) known where actor is not null
    union all
    select workspace_id, recorded_at, id, (''operator:'' || operator)::actor, ''create'', ''terms_version'', id, null
    from terms_versions where operator is not null
    union all
    select workspace_id, recorded_at, confirmation_id, actor, ''create'', ''confirmation_retraction'', confirmation_id, null
    from payment_confirmation_retractions
    union all
    select workspace_id, recorded_at, id, actor::text::actor, ''create'', ''payout_run'', id, null from payout_runs
    union all
    select workspace_id, recorded_at, id, actor::text::actor, ''create'', ''payout_exclusion'', membership_id, null
    from payout_exclusions
    union all
    select workspace_id, recorded_at, id, actor::text::actor, ''create'', ''payee'', membership_id, null from payees',
    rtrim(pg_get_viewdef('audit_entries'::regclass), '; ')
  );
end
$$;
