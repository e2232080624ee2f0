import { Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useSession } from './session.ts'

interface ScreenProps {
  readonly title: string
  readonly children: ReactNode
}

/** One screen of the portal: its name, and what there is. */
export function Screen({ title, children }: ScreenProps) {
  const { workspace } = useSession()
  useEffect(() => {
    document.title = `${title} · ${workspace.name}`
  }, [title, workspace.name])
  return (
    <Stack gap="md">
      <Title order={1} size={20} lh={1.4}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
