import { CloseButton, Drawer, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

interface SideDrawerProps {
  /** What the address asks about. */
  readonly children: (why: string) => ReactNode
}

/** What opens beside a list where the address asks why: a page of its own on a phone. */
export function SideDrawer({ children }: SideDrawerProps) {
  const [search, setSearch] = useSearchParams()
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false
  const why = search.get('why')
  const close = () => {
    search.delete('why')
    setSearch(search)
  }
  return (
    <Drawer.Root opened={why !== null} onClose={close} position="right" size={isNarrow ? '100%' : 520}>
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Drawer.Title fw={600}>Why this amount?</Drawer.Title>
            <CloseButton aria-label="Close" onClick={close} />
          </Group>
          {why !== null && children(why)}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
