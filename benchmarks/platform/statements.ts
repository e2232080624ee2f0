/** A statement, prepared under its name where a program prepares. */
export interface Statement {
  readonly name: string
  readonly text: string
}

// What the service itself sends, word for word: a test holds these texts against it. The service's inside cannot be
// imported, and a floor that did something else would be the floor of something else.

/** Finds a credential. */
export const findCredential: Statement = {
  name: 'find_credential',
  text: `
    select workspace_id, id, lineage_id, kind, app_id, scopes, expires_at, revoked_at
    from api_keys
    where key_hash = $1`,
}

const nowMs = 'coalesce($3::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'

/** Admits one request into a credential's window of 60 s. */
export const admitQuota: Statement = {
  name: 'admit_quota',
  text: `
    insert into quota_windows as quota (workspace_id, lineage_id, admitted_at_ms)
    values ($1::uuid, $2::uuid, array[${nowMs}])
    on conflict (workspace_id, lineage_id) do update
    set admitted_at_ms = quota_admit(quota.admitted_at_ms, excluded.admitted_at_ms[1])
    where cardinality(quota.admitted_at_ms) < $4::integer
      or cardinality(quota_recent(quota.admitted_at_ms, excluded.admitted_at_ms[1])) < $4::integer
    returning
      cardinality(admitted_at_ms) as admitted,
      admitted_at_ms[cardinality(admitted_at_ms)] - admitted_at_ms[1] as oldest_age_ms`,
}

/** Reads how long a full window stays full. */
export const closeQuota: Statement = {
  name: 'close_quota',
  text: `
    update quota_windows as quota
    set admitted_at_ms = quota_recent(admitted_at_ms, now_ms)
    from (select ${nowMs} as now_ms) clock
    where workspace_id = $1 and lineage_id = $2
    returning now_ms - admitted_at_ms[1] as oldest_age_ms`,
}

/** Whether the records that filters name belong to the caller's app. */
export const checkFilters: Statement = {
  name: 'check_filters',
  text: `
    select
      ($3::uuid is null or exists (
        select from programs where workspace_id = $1 and app_id = $2 and id = $3
      ))
      and ($4::uuid is null or exists (
        select from groups where workspace_id = $1 and app_id = $2 and id = $4
      ))
      and ($5::uuid is null or exists (
        select from memberships where workspace_id = $1 and app_id = $2 and id = $5
      ))
      and ($6::uuid is null or exists (
        select from payouts where workspace_id = $1 and app_id = $2 and id = $6
      )) as are_accessible`,
}

const status =
  'payout_status(record.is_voided, record.open_disputes, record.amount_minor, record.reported_minor, record.confirmed_minor)'

const filterColumns = {
  programId: 'record.program_id',
  groupId: 'record.group_id',
  membershipId: 'record.membership_id',
  currency: 'record.currency',
  status,
} as const

/** The filters with a condition of their own, in the order of their values. */
export const listFilters = ['programId', 'groupId', 'membershipId', 'currency', 'status'] as const

/** A filter with a condition of its own. */
export type ListFilter = (typeof listFilters)[number]

const known = new Map<string, Statement>()

/** Lists a page of payouts under a set of filters. */
export function listPayouts(filters: readonly ListFilter[]): Statement {
  const name = ['list', ...filters].join('_')
  const statement = known.get(name) ?? { name, text: toListText(filters) }
  known.set(name, statement)
  return statement
}

function toListText(filters: readonly ListFilter[]): string {
  const conditions = filters.map((filter, index) => toKeyCondition(filter, `$${8 + index}`))
  return `
    select record.id, record.program_id as program_id,
      (select name from programs where workspace_id = $1 and id = record.program_id) as name,
      state.status, record.membership_id, record.amount_minor,
      case when record.is_voided then 0 else record.amount_minor - record.reported_minor end as unpaid_minor,
      record.reported_minor, record.confirmed_minor,
      (select member_name from memberships where workspace_id = $1 and id = record.membership_id) as member_name,
      record.currency, round(date_part('epoch', record.created_at) * 1000) as created_at_ms
    from (
      select record.*
      from payouts record
      where record.workspace_id = $1 and ${conditions.length === 0 ? 'record.app_id = $2' : conditions.join(' and ')}
        and (record.created_at, record.id) < ($3::timestamptz, $4::uuid) and record.created_at >= $5::timestamptz
      order by record.created_at desc, record.id desc
      limit 51) record
      cross join (select coalesce($7::timestamptz, date_trunc('milliseconds', now())) as now) clock
      cross join lateral (select ${status} as status) state
    where record.app_id = $2
    order by record.created_at desc, record.id desc
    limit $6`
}

function toKeyCondition(filter: ListFilter, value: string): string {
  const column = filterColumns[filter]
  return filter === 'currency' || filter === 'status'
    ? `record.app_id::text || ${column} = ($2::uuid::text || ${value}::text) collate "C"`
    : `${column} = ${value}::uuid`
}

/** Counts a request and reads the page of a list: no row for a full window, one of nulls for an empty page. */
export function toCounted(list: Statement): Statement {
  const name = `counted_${list.name}`
  const statement = known.get(name) ?? { name, text: toCountedText(list.text) }
  known.set(name, statement)
  return statement
}

function toCountedText(list: string): string {
  return `
    with admission as (${admitQuota.text})
    select admission.admitted, admission.oldest_age_ms, page.*
    from admission left join (${list.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + 4}`)}) page on true
    order by created_at_ms desc, id desc`
}

/** Takes the turn of a membership's writers. */
export const lockMembership: Statement = {
  name: 'lock_membership',
  text: `
    select program_id
    from memberships
    where workspace_id = $1 and app_id = $2 and id = $3
    -- Writers of one membership take turns: each sees what the one before it has committed.
    for no key update`,
}

/** Finds the stored response of an idempotency key. */
export const findReplay: Statement = {
  name: 'find_replay',
  text: `
    select fingerprint, body
    from idempotency_records
    where workspace_id = $1 and lineage_id = $2 and operation = $3 and target_id = $4 and idempotency_key = $5`,
}

/** Finds the version that applies at an instant. */
export const findApplying: Statement = {
  name: 'find_applying',
  text: `
    select id
    from terms_versions
    where workspace_id = $1 and target_id = $2 and effective_at <= $3
    order by effective_at desc, id desc
    limit 1`,
}

/** Adds a terms version. */
export const insertVersion: Statement = {
  name: 'insert_version',
  text: `
    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, supersedes, created_by,
       created_at)
    values ($1, $2, $3, $4, 'membership', $5, $6, $7, $8, $9, $10)`,
}

/** Stores the response of an idempotency key. */
export const insertRecord: Statement = {
  name: 'insert_record',
  text: `
    insert into idempotency_records
      (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}
