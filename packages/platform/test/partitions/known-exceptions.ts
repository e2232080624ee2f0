const tellsTheWorkspace = 'it is what tells the workspace'
const byOperator = 'an operator asks about every workspace, or about an id alone'
const service = 'work of the service for all workspaces, in no request'

/** The statements and functions that reach beyond one workspace, with the reason. */
export const acrossWorkspaces: Readonly<Record<string, string>> = {
  credential_find_by_hash: tellsTheWorkspace,
  setup_code_find_by_hash: tellsTheWorkspace,
  sign_in_link_find_by_hash: tellsTheWorkspace,
  session_find_by_hash: tellsTheWorkspace,
  passkey_find_by_credential: tellsTheWorkspace,
  account_list_by_email: tellsTheWorkspace,
  program_find_by_id: tellsTheWorkspace,
  link_find_destinations: tellsTheWorkspace,
  api_key_list: byOperator,
  api_key_lock: byOperator,
  api_key_revoke: byOperator,
  move_in_use: byOperator,
  tombstones_keys: byOperator,
  tombstones_people: byOperator,
  tombstones_shops: byOperator,
  workspace_list: byOperator,
  address_change_list_due: service,
  anchor_facts: service,
  anchoring_insert_repair: service,
  anchoring_list_workspaces: service,
  anchoring_lock: service,
  attribution_list_waiting: service,
  application_delete_old: service,
  click_delete_old: service,
  erasure_list_members: service,
  fact_digests: service,
  idempotency_delete_old: service,
  download_forget_filters: service,
  history_upload_delete_old: service,
  mail_delete_old: service,
  mail_list_due: service,
  mail_read_backlog: service,
  mail_tell_digests: service,
  mail_tell_expiring_keys: service,
  mail_tell_gone_endpoints: service,
  outbox_delete_old: service,
  outbox_list_due: service,
  outbox_read_backlog: service,
  quota_delete_unused: service,
  receipts_delete_old: service,
  sales_list_due_feeds: service,
  sales_read_backlog: service,
}

/** What is still to be changed, and why it was not. */
export const unmended: Readonly<Record<string, string>> = {
  partner_api_reserve: 'the next time of a shared pace follows from the clock of whoever asks',
}
