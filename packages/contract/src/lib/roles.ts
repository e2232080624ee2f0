/** What an operator may be in a workspace, from all to least. */
export const roles = ['owner', 'finance', 'support', 'reader'] as const

/** A role of an operator. */
export type Role = (typeof roles)[number]

/** What a session of an operator may be good for. */
export const consoleScopes = [
  'console:read',
  'members:view',
  'money:write',
  'shops:write',
  'workspace:manage',
] as const

/** A scope of a session. */
export type ConsoleScope = (typeof consoleScopes)[number]

/**
 * What each role may do: read everything, see what a member sees, move money, see and erase contacts of shops, say who and
 * what may come in.
 */
export const scopesOfRole: Readonly<Record<Role, readonly ConsoleScope[]>> = {
  owner: consoleScopes,
  finance: ['console:read', 'members:view', 'money:write'],
  support: ['console:read', 'members:view', 'shops:write'],
  reader: ['console:read'],
}
