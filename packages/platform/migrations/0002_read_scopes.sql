-- The scopes of the lists of programs, groups, memberships, referrals and commissions (D60). Existing keys gain none.
alter table api_keys
  drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check check (
    scopes <@ array[
      'terms:write', 'payouts:read', 'programs:read', 'memberships:read', 'referrals:read', 'commissions:read'
    ]
  );

-- A page of each list is one index range at any depth, as it is for payouts.
create index programs_by_app on programs (workspace_id, app_id, created_at desc, id desc);
create index groups_by_app on groups (workspace_id, app_id, created_at desc, id desc);
create index groups_by_program on groups (workspace_id, app_id, program_id, created_at desc, id desc);
create index memberships_by_app on memberships (workspace_id, app_id, created_at desc, id desc);
create index memberships_by_program on memberships (workspace_id, app_id, program_id, created_at desc, id desc);
create index memberships_by_group on memberships (workspace_id, app_id, group_id, created_at desc, id desc);
