import { AppShell, Burger, Button, Group, Menu, NavLink, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { CallError, call } from './api.ts'
import { Failure } from './parts/loaded.tsx'
import { SessionContext } from './session.ts'

const screens = [
  { to: '/', label: 'Overview' },
  { to: '/payouts', label: 'Payouts' },
  { to: '/members', label: 'Members' },
  { to: '/commissions', label: 'Commissions' },
] as const

const settings = [
  { to: '/settings/people', label: 'People' },
  { to: '/settings/keys', label: 'Keys' },
  { to: '/settings/audit', label: 'Audit' },
] as const

/** The frame around every screen, for who is signed in. */
export function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const [isOpen, { toggle, close }] = useDisclosure()
  const session = useQuery({ queryKey: ['session'], queryFn: () => call('readSession') })
  const isSignedOut = session.error instanceof CallError && session.error.code === 'missing_credential'
  useEffect(() => {
    if (isSignedOut) void navigate('/sign-in', { replace: true })
  }, [isSignedOut, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu
  useEffect(close, [pathname])

  if (session.data === undefined) {
    return session.error !== null && !isSignedOut ? (
      <Failure error={session.error} retry={() => void session.refetch()} />
    ) : null
  }
  const { account, role, workspace } = session.data
  const signOut = async () => {
    await call('signOut')
    queries.clear()
    void navigate('/sign-in', { replace: true })
  }
  const isAt = (to: string) => (to === '/' ? pathname === '/' : pathname.startsWith(to))
  const toNavLink = ({ to, label }: (typeof screens | typeof settings)[number]) => (
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
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="subtle" color="gray">
                  {account.name} ▾
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>
                  {account.email}, {role}
                </Menu.Label>
                <ColorSchemeItem />
                <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" bg="var(--surface)" aria-label="Screens">
          {screens.map(toNavLink)}
          <Text size="xs" c="dimmed" px="sm" pt="md" pb={4}>
            Settings
          </Text>
          {settings.map(toNavLink)}
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} maw={1280}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </SessionContext>
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
