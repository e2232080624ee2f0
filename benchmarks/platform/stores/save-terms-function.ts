import { admitQuota } from '../statements.ts'

/**
 * Makes the function that admits and saves in one round trip. Its statements each see what was committed before them, as
 * the statements of a transaction do; a rejection is an outcome and no error, so that it still counts against the quota.
 */
export const createSaveTerms = `
  create or replace function bench_save_terms(
    quota_workspace uuid, quota_lineage uuid, quota_now bigint, quota_max integer,
    the_app uuid, the_operation text, the_membership uuid, the_key text, the_fingerprint bytea, is_broken boolean,
    the_id uuid, the_rules jsonb, starts_at timestamptz, made_at timestamptz, made_by uuid, response text[],
    out admitted integer, out oldest_age_ms bigint, out outcome text, out body text, out fingerprint bytea
  ) language plpgsql as $$
  #variable_conflict use_column
  declare
    found_program uuid;
    applying uuid;
  begin
    with admission as (${admitQuota.text})
    select admission.admitted, admission.oldest_age_ms into admitted, oldest_age_ms from admission;
    if not found then
      outcome := 'over_quota';
      return;
    end if;
    select program_id into found_program
    from memberships
    where workspace_id = quota_workspace and app_id = the_app and id = the_membership
    for no key update;
    if not found then
      outcome := 'denied';
      return;
    end if;
    select record.fingerprint, record.body into fingerprint, body
    from idempotency_records record
    where workspace_id = quota_workspace and lineage_id = quota_lineage and operation = the_operation
      and target_id = the_membership and idempotency_key = the_key;
    if found then
      outcome := 'replayed';
      return;
    end if;
    if is_broken then
      outcome := 'broken';
      return;
    end if;
    select id into applying
    from terms_versions
    where workspace_id = quota_workspace and target_id = the_membership and target_kind = 'membership'
      and effective_at <= starts_at
    order by effective_at desc, id desc
    limit 1;
    -- Of versions with one effective time the greatest id applies: it must be the new one.
    if the_id <= applying then
      the_id := (
        lpad(to_hex(('x' || left(replace(applying::text, '-', ''), 12))::bit(48)::bigint + 1), 12, '0')
        || right(replace(the_id::text, '-', ''), 20)
      )::uuid;
    end if;
    body := response[1] || the_id || response[2] || found_program || response[3]
      || coalesce('"' || applying || '"', 'null') || response[4];
    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, supersedes, created_by,
       created_at)
    values (quota_workspace, the_id, the_app, found_program, 'membership', the_membership, the_rules, starts_at,
      applying, made_by, made_at);
    if the_key is not null then
      insert into idempotency_records
        (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
      values (quota_workspace, quota_lineage, the_operation, the_membership, the_key, the_fingerprint, 200, body,
        made_at);
    end if;
    outcome := 'saved';
  end
  $$`
