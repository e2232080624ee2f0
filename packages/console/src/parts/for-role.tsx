import type { ConsoleScope } from '@affiliate-platform/contract/console'
import { Activity, type ReactNode, useState } from 'react'
import { useSession } from '../session.ts'

interface ForRoleProps {
  readonly scope: ConsoleScope
  /** What others see. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/**
 * Shows what needs a scope. Whose role changes while they type sees it no more, and has it back with all that was typed
 * once the role allows it again.
 */
export function ForRole({ scope, instead, children }: ForRoleProps) {
  const isAllowed = useSession().scopes.includes(scope)
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  return (
    <>
      {!isAllowed && instead}
      {wasAllowed && <Activity mode={isAllowed ? 'visible' : 'hidden'}>{children}</Activity>}
    </>
  )
}
