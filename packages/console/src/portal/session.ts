import type { MemberResponse } from '@affiliate-platform/contract/console'
import { createContext, useContext } from 'react'
import { useParams } from 'react-router'

type Session = MemberResponse<'readMemberSession'>

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Nobody is signed in.')
  return session
}

/** The member whom the address names. */
export function useMemberId(): string {
  return useParams()['memberId'] ?? ''
}
