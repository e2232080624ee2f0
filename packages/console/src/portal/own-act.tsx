import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from './session.ts'

interface OwnActProps {
  /** What is done there, as in “Only Mia can …”. */
  readonly what: string
  readonly children: ReactNode
}

/** What only the member does: an operator who sees what they see is told so in its place. */
export function OwnAct({ what, children }: OwnActProps) {
  const { account, view } = useSession()
  if (view === null) return children
  return (
    <Text c="dimmed" my="xs">
      Only <bdi>{account.name}</bdi> can {what}.
    </Text>
  )
}
