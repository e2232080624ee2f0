import {
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  NavLink,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { call } from './api.ts'
import { AwayBar } from './parts/away-bar.tsx'
import { Failure } from './parts/loaded.tsx'
import { savedQuery } from './saved.ts'
import { type MenuScreen, screens, settings } from './screens.ts'
import { CallError } from './send.ts'
import { SessionContext } from './session.ts'
import { type Dialog, held, useShortcuts, useShortcutsChoice } from './shortcuts.ts'
import { writeTimesIn } from './texts.ts'
import { keepWanted } from './wanted.ts'

const DemoTicks = lazy(async () => ({ default: (await import('./parts/demo-ticks.tsx')).DemoTicks }))
// What is opened by a key is loaded when it is wanted.
const FindDialog = lazy(async () => ({ default: (await import('./parts/find-dialog.tsx')).FindDialog }))
const SaveDialog = lazy(async () => ({ default: (await import('./parts/save-dialog.tsx')).SaveDialog }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./parts/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** The frame around every screen, for who is signed in. */
export function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [isOpen, { toggle, close }] = useDisclosure()
  const session = useQuery({ queryKey: ['session'], queryFn: () => call('readSession') })
  const isSignedOut = session.error instanceof CallError && session.error.code === 'missing_credential'
  const isStranger = isSignedOut && session.data === undefined
  useEffect(() => {
    if (!isStranger) return
    if (pathname !== '/') keepWanted(pathname)
    void navigate('/sign-in', { replace: true })
  }, [isStranger, navigate, pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu
  useEffect(close, [pathname])

  if (session.data === undefined) {
    return session.error !== null && !isSignedOut ? (
      <Failure error={session.error} retry={() => void session.refetch()} />
    ) : null
  }
  const { account, role, scopes, workspace, isDemo } = session.data
  writeTimesIn(workspace.timeZone)
  const signOut = async () => {
    await call('signOut')
    queries.clear()
    void navigate('/sign-in', { replace: true })
  }
  const isAt = (to: string) => (to === '/' ? pathname === '/' : pathname.startsWith(to))
  const toNavLink = ({ to, label }: MenuScreen) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      active={isAt(to)}
      aria-current={isAt(to) ? 'page' : undefined}
    />
  )
  return (
    <SessionContext value={session.data}>
      <AppShell
        header={{ height: 48 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding="lg"
      >
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
        <AppShell.Navbar p="sm" bg="var(--surface)" aria-label="Screens" style={{ overflowY: 'auto' }}>
          {screens.map(toNavLink)}
          <Text size="xs" c="dimmed" px="sm" pt="md" pb={4}>
            Settings
          </Text>
          {settings.map(toNavLink)}
          <Saved />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} maw={1280}>
          <AwayBar hasEnded={isSignedOut} />
          {/* Together: the screen does not move when the other comes. */}
          <Suspense>
            {isDemo && scopes.includes('money:write') && <DemoTicks />}
            <Outlet />
          </Suspense>
        </AppShell.Main>
      </AppShell>
    </SessionContext>
  )
}

function Saved() {
  const { data } = useQuery(savedQuery)
  const { pathname, search } = useLocation()
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <Text size="xs" c="dimmed" px="sm" pt="md" pb={4}>
        Saved
      </Text>
      {data.items.map(({ id, name, path }) => (
        <NavLink
          key={id}
          component={Link}
          to={path}
          label={<bdi>{name}</bdi>}
          title={name}
          active={path === pathname + search}
          aria-current={path === pathname + search ? 'page' : undefined}
        />
      ))}
    </>
  )
}

/** The button of Find, and what opens by it and by keys. */
function Dialogs() {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Dialog>()
  const before = useRef<Element>(null)
  const open = useCallback((next: Dialog) => {
    // One that opens another keeps what had the focus before it.
    if (document.querySelector('[role=dialog]') === null) before.current = document.activeElement
    setDialog(next)
  }, [])
  useShortcuts(open, dialog !== undefined)
  const close = () => {
    setDialog(undefined)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const goTo = (path: string) => {
    setDialog(undefined)
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
      <Suspense>
        {dialog === 'find' && <FindDialog close={close} goTo={goTo} open={open} />}
        {dialog === 'save' && <SaveDialog close={close} />}
        {dialog === 'shortcuts' && <ShortcutsDialog close={close} />}
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
