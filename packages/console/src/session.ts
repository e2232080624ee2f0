import type { ConsoleResponse, ConsoleScope } from '@affiliate-platform/contract/console'
import { createContext, useContext } from 'react'

/** Who is signed in. */
export type Session = ConsoleResponse<'readSession'>

export const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Nobody is signed in.')
  return session
}

/** Why the role of who is signed in does not allow an act; undefined where it does. */
export function useRefusal(scope: ConsoleScope): string | undefined {
  const { role, scopes } = useSession()
  if (scopes.includes(scope)) return undefined
  return `Your role (${role}) reads and does not move money. An owner can change that.`
}
