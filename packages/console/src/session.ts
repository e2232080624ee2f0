import type { ConsoleResponse, ConsoleScope, Role } from '@affiliate-platform/contract/console'
import { createContext, useContext } from 'react'

export type Session = ConsoleResponse<'readSession'>

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Nobody is signed in.')
  return session
}

const refusals: Readonly<Record<ConsoleScope, (role: Role) => string>> = {
  'console:read': () => 'Your role cannot see this. An owner can change that.',
  'members:view': (role) =>
    `Your role (${role}) does not see what members see. An owner can change your role.`,
  'money:write': (role) =>
    `Your role (${role}) can view this but not move money. An owner can change your role.`,
  'shops:write': (role) =>
    `Your role (${role}) sees no contacts of shops, and erases none. An owner can change your role.`,
  'workspace:manage': (role) => `Your role (${role}) can view this; only owners can change it.`,
}

/** Why the role of who is signed in does not allow an act; undefined where it does. */
export function useRefusal(scope: ConsoleScope): string | undefined {
  const { role, scopes } = useSession()
  return scopes.includes(scope) ? undefined : refusals[scope](role)
}
