import { AppShell, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { call } from './api.ts'
import { AwayBar } from './parts/away-bar.tsx'
import { Failure } from './parts/loaded.tsx'
import { savedQuery } from './saved.ts'
import { type MenuScreen, screens, settings } from './screens.ts'
import { CallError } from './send.ts'
import { SessionContext } from './session.ts'
import { ShellHeader } from './shell-header.tsx'
import { writeTimesIn } from './texts.ts'
import { keepWanted } from './wanted.ts'

const DemoTicks = lazy(async () => ({ default: (await import('./parts/demo-ticks.tsx')).DemoTicks }))

/** The frame around every screen, for who is signed in. */
export function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
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
  const { scopes, workspace, isDemo } = session.data
  writeTimesIn(workspace.timeZone)
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
        <ShellHeader isOpen={isOpen} toggle={toggle} />
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
