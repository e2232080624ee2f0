-- A list that an operator downloads. Rows are counted as they are sent; what ends without a word was cut off.
create table downloads (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  account_id uuid not null,
  list text not null check (list in ('members', 'payouts', 'commissions', 'referrals')),
  -- As its screen is asked for them. Null 30 days later: what was searched for is mostly a name.
  filters jsonb,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  row_count integer not null default 0,
  -- Written at most once a second.
  sent_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  ended_at timestamptz(3),
  is_whole boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts
);
create index downloads_filtered on downloads (created_at) where filters is not null;

create trigger audit after insert or delete on downloads
for each row execute function record_change('download');

-- Everything that was done, with who did it: what changed, and each fact that has an actor, as the subject that it is
-- called here, with the columns of its own id and of what it is about. A page of it is merged from one range of an index
-- of each table. A part with a condition of its own is sorted whole instead: terms have none.
create index terms_versions_by_time on terms_versions (workspace_id, recorded_at desc, id desc);

do $$
declare
  fact record;
  entries text := '
    select workspace_id, recorded_at, id, actor, action, subject, subject_id, changes from audit_changes
    union all
    select workspace_id, recorded_at, id, coalesce(''key:'' || created_by, ''operator:'' || operator)::actor,
      ''create'', ''terms_version'', id, null
    from terms_versions
    union all
    select workspace_id, recorded_at, id, actor, ''create'', cause, id, null
    from commissions where cause in (''write_off'', ''repayment'', ''deduction'')';
begin
  for fact in
    select *, case when name in (select name from fact_tables) then 'recorded_at' else 'created_at' end as time
    from (
      values
        ('account_roles', 'account_role', 'id', 'account_id'),
        ('membership_states', 'membership_state', 'id', 'membership_id'),
        ('membership_people', 'membership_person', 'id', 'membership_id'),
        ('member_views', 'member_view', 'id', 'membership_id'),
        ('links', 'link', 'id', 'membership_id'),
        ('referrals', 'referral', 'id', 'id'),
        ('referral_evidence', 'referral_evidence', 'id', 'referral_id'),
        ('evidence', 'evidence', 'id', 'membership_id'),
        ('analytics_imports', 'analytics_import', 'id', 'app_id'),
        ('analytics_import_undos', 'analytics_import_undo', 'import_id', 'import_id'),
        ('attribution_decisions', 'attribution_decision', 'case_id', 'case_id'),
        ('history_imports', 'history_import', 'id', 'app_id'),
        ('history_import_undos', 'history_import_undo', 'import_id', 'import_id'),
        ('referral_voids', 'referral_void', 'referral_id', 'referral_id'),
        ('referral_contracts', 'referral_contract', 'id', 'id'),
        ('contract_proposals', 'contract_proposal', 'id', 'id'),
        ('contract_proposal_reviews', 'proposal_review', 'proposal_id', 'proposal_id'),
        ('sale_sources', 'sale_source', 'app_id', 'app_id'),
        ('import_runs', 'import_run', 'id', 'id'),
        ('refund_links', 'refund_link', 'id', 'id'),
        ('sale_moves', 'sale_move', 'id', 'id'),
        ('payout_runs', 'payout_run', 'id', 'id'),
        ('payout_exclusions', 'payout_exclusion', 'id', 'membership_id'),
        ('payees', 'payee', 'id', 'membership_id'),
        ('payouts', 'payout', 'id', 'id'),
        ('payment_reports', 'payment_report', 'id', 'id'),
        ('payment_report_retractions', 'retraction', 'report_id', 'report_id'),
        ('payment_report_returns', 'payment_return', 'report_id', 'report_id'),
        ('payment_confirmations', 'confirmation', 'id', 'id'),
        ('payment_confirmation_retractions', 'confirmation_retraction', 'confirmation_id', 'confirmation_id'),
        ('payment_disputes', 'dispute', 'id', 'id'),
        ('payment_dispute_closings', 'dispute_closing', 'dispute_id', 'dispute_id'),
        ('payout_voids', 'payout_void', 'payout_id', 'payout_id'),
        ('erasures', 'erasure', 'id', 'coalesce(membership_id, account_id, id)'),
        ('anchoring_repairs', 'anchoring_repair', 'id', 'id'),
        ('told_pasts', 'told_past', 'id', 'id')
    ) fact (name, subject, id, about)
    order by name
  loop
    entries := entries || format(
      ' union all select workspace_id, %s, %s, actor, ''create'', %L, %s, null from %I',
      fact.time, fact.id, fact.subject, fact.about, fact.name
    );
    execute format(
      'create index %I on %I (workspace_id, %s desc, %s desc)', fact.name || '_by_time', fact.name, fact.time, fact.id
    );
  end loop;
  execute 'create view audit_entries as ' || entries;
end
$$;
