import type { CommandLine } from '@affiliate-platform/contract/console'
import { Alert, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface ActProps {
  readonly title: string
  /** Why it cannot be done now; undefined where it can. */
  readonly reason?: string | undefined
  readonly command: CommandLine
  readonly error: Error | null
  readonly children: ReactNode
}

/** One act: the reason where it cannot be done, what went wrong, and the command that does the same. */
export function Act({ title, reason, command, error, children }: ActProps) {
  return (
    <section aria-label={title}>
      <Title order={2} size={14} mb={4}>
        {title}
      </Title>
      <Stack gap="xs">
        {children}
        {reason !== undefined && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
        {error !== null && <Failure error={error} />}
        <SameAs command={command} />
      </Stack>
    </section>
  )
}

interface RejectedProps {
  readonly why: string | null | undefined
  readonly title?: string
}

/** Why nothing was changed, where the service says so. */
export function Rejected({ why, title = 'Nothing was changed' }: RejectedProps) {
  if (typeof why !== 'string') return null
  return (
    <Alert color="yellow" role="alert" title={title}>
      {why}
    </Alert>
  )
}
