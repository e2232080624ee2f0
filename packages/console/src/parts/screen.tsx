import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface ScreenProps {
  readonly title: string
  /** What can be done here. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** One screen: its name, what can be done, and what there is. */
export function Screen({ title, acts, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Affiliate console`
  }, [title])
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size={20} lh={1.4}>
          {title}
        </Title>
        {acts}
      </Group>
      {children}
    </Stack>
  )
}
