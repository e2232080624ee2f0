import { AppShell, Burger, Button, Group, Kbd, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from './api.ts'
import { useSession } from './session.ts'
import { type Dialog, held, useShortcuts, useShortcutsChoice } from './shortcuts.ts'

// Dialogs are loaded when they are first opened: most visits never open one.
const FindDialog = lazy(async () => ({ default: (await import('./parts/find-dialog.tsx')).FindDialog }))
const SaveDialog = lazy(async () => ({ default: (await import('./parts/save-dialog.tsx')).SaveDialog }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./parts/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

interface ShellHeaderProps {
  /** Whether the menu of screens is open, where it has no room beside them. */
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** The line above every screen: the workspace, Find, and who is signed in. */
export function ShellHeader({ isOpen, toggle }: ShellHeaderProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { account, role, workspace } = useSession()
  const signOut = async () => {
    await call('signOut')
    queries.clear()
    void navigate('/sign-in', { replace: true })
  }
  return (
    <AppShell.Header px="md" bg="var(--surface)">
      <a className="skip" href="#main">
        Skip to the screen
      </a>
      <Group h="100%" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
          <Text fw={600} truncate>
            {workspace.name}
          </Text>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Dialogs />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" color="gray" rightSection="▾" className="person">
                {account.name}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>
                {account.email}, {role}
              </Menu.Label>
              <ColorSchemeItem />
              <ShortcutsItem />
              <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
    </AppShell.Header>
  )
}

/** The button of Find, and what opens by it and by keys. */
function Dialogs() {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<{ readonly name: Dialog; readonly opening: number }>()
  const opening = useRef(0)
  const before = useRef<Element>(null)
  const open = useCallback((next: Dialog) => {
    // Where one dialog opens another, the focus returns at last to what had it before the first one.
    if (document.querySelector('[role=dialog]') === null) before.current = document.activeElement
    setDialog({ name: next, opening: opening.current })
  }, [])
  useShortcuts(open, dialog !== undefined)
  const clear = () => {
    // A dialog opened before React has removed this one gets a new key, so that it mounts anew and takes the focus.
    opening.current += 1
    setDialog(undefined)
  }
  const close = () => {
    clear()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const goTo = (path: string) => {
    clear()
    void navigate(path)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => open('find')}>
        Find
        <Kbd ml="xs" size="xs" visibleFrom="sm">
          {held}K
        </Kbd>
      </Button>
      <Suspense key={dialog?.opening}>
        {dialog?.name === 'find' && <FindDialog close={close} goTo={goTo} open={open} />}
        {dialog?.name === 'save' && <SaveDialog close={close} />}
        {dialog?.name === 'shortcuts' && <ShortcutsDialog close={close} />}
      </Suspense>
    </>
  )
}

function ShortcutsItem() {
  const { choice, toggle } = useShortcutsChoice()
  return (
    <Menu.Item closeMenuOnClick={false} onClick={toggle}>
      Keyboard shortcuts: {choice}
    </Menu.Item>
  )
}

function ColorSchemeItem() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = { auto: 'light', light: 'dark', dark: 'auto' } as const
  return (
    <Menu.Item closeMenuOnClick={false} onClick={() => setColorScheme(next[colorScheme])}>
      Appearance: {colorScheme}
    </Menu.Item>
  )
}
