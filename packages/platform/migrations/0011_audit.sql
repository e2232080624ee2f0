-- Everything that was done, with who did it.
create view audit_entries as
select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_changes
union all
select workspace_id, recorded_at, id, ('key:' || created_by)::actor, 'create', 'terms_version', id, null
from terms_versions where created_by is not null
union all
select workspace_id, recorded_at, id, ('operator:' || operator)::actor, 'create', 'terms_version', id, null
from terms_versions where operator is not null
union all
select workspace_id, recorded_at, id, actor, 'create', 'membership_state', membership_id, null from membership_states
union all
select workspace_id, recorded_at, id, actor, 'create', 'refund_link', id, null from refund_links
union all
select workspace_id, recorded_at, id, actor, 'create', 'sale_move', id, null from sale_moves
union all
select workspace_id, recorded_at, id, actor, 'create', cause, id, null
from commissions
where cause in ('write_off', 'repayment', 'deduction')
union all
select workspace_id, recorded_at, id, actor, 'create', 'payout_run', id, null from payout_runs
union all
select workspace_id, recorded_at, id, actor, 'create', 'payout_exclusion', membership_id, null from payout_exclusions
union all
select workspace_id, recorded_at, id, actor, 'create', 'payee', membership_id, null from payees
union all
select workspace_id, recorded_at, id, actor, 'create', 'payout', id, null from payouts
union all
select workspace_id, recorded_at, id, actor, 'create', 'payment_report', id, null from payment_reports
union all
select workspace_id, recorded_at, report_id, actor, 'create', 'retraction', report_id, null
from payment_report_retractions
union all
select workspace_id, recorded_at, report_id, actor, 'create', 'payment_return', report_id, null
from payment_report_returns
union all
select workspace_id, recorded_at, id, actor, 'create', 'confirmation', id, null from payment_confirmations
union all
select workspace_id, recorded_at, confirmation_id, actor, 'create', 'confirmation_retraction', confirmation_id, null
from payment_confirmation_retractions
union all
select workspace_id, recorded_at, id, actor, 'create', 'dispute', id, null from payment_disputes
union all
select workspace_id, recorded_at, dispute_id, actor, 'create', 'dispute_closing', dispute_id, null
from payment_dispute_closings
union all
select workspace_id, recorded_at, payout_id, actor, 'create', 'payout_void', payout_id, null from payout_voids
union all
select workspace_id, recorded_at, id, actor, 'create', 'erasure', id, null from erasures
union all
select workspace_id, recorded_at, id, actor, 'create', 'anchoring_repair', id, null from anchoring_repairs
union all
select workspace_id, recorded_at, id, actor, 'create', 'told_past', id, null from told_pasts;
