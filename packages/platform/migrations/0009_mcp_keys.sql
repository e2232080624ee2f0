-- An MCP key may save terms and see contacts where it was made so (D133). No key that exists gains anything.
alter table api_keys
  drop constraint api_keys_scopes_check,
  drop constraint api_keys_check1,
  add constraint api_keys_scopes_check check (
    scopes <@ case kind
      when 'affiliate' then array[
        'terms:write', 'payouts:read', 'programs:read', 'memberships:read', 'referrals:read', 'commissions:read'
      ]
      when 'mcp' then array['terms:write', 'contacts:read']
      else '{}'
    end
  );
