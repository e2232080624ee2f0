import { Anchor, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Failure } from '../parts/loaded.tsx'
import { CallError } from '../send.ts'
import { writeTimesIn } from '../texts.ts'
import { keepWanted } from '../wanted.ts'
import { call } from './api.ts'
import { SessionContext, useMemberId, useSession } from './session.ts'
import { viewId } from './view.ts'
import { ViewBar, ViewEnded } from './view-bar.tsx'

// What opens by a press is loaded once somebody asks why.
const WhyEarning = lazy(async () => ({ default: (await import('./why-earning.tsx')).WhyEarning }))

/** The frame around every screen, for who is signed in. */
export function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  // It stays once it was there, so that it closes as it has opened.
  const [hasAsked, setAsked] = useState(false)
  const isAsking = search.has('why')
  if (isAsking && !hasAsked) setAsked(true)
  const session = useQuery({ queryKey: ['session'], queryFn: () => call('readMemberSession') })
  const isSignedOut = session.error instanceof CallError && session.error.code === 'missing_credential'
  useEffect(() => {
    if (!isSignedOut || viewId !== undefined) return
    if (pathname !== '/') keepWanted(pathname)
    void navigate('/sign-in', { replace: true })
  }, [isSignedOut, navigate, pathname])
  // Also where the role of who looks does not allow it any more.
  const isDenied = session.error instanceof CallError && session.error.code === 'access_denied'
  if (viewId !== undefined && (isSignedOut || isDenied)) return <ViewEnded />
  if (session.data === undefined) {
    return session.error !== null && !isSignedOut ? (
      <Failure error={session.error} retry={() => void session.refetch()} />
    ) : null
  }
  writeTimesIn(session.data.workspace.timeZone)
  return (
    <SessionContext value={session.data}>
      <a className="skip" href="#main">
        Skip to the screen
      </a>
      <header className="portal-head">
        <Program />
      </header>
      <ViewBar />
      <Screens />
      <main id="main" className="portal-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
        <Suspense>{hasAsked && <WhyEarning />}</Suspense>
      </main>
    </SessionContext>
  )
}

/** The program whose money is shown, to be changed by who is in several. */
function Program() {
  const { memberships, workspace } = useSession()
  const memberId = useMemberId()
  const navigate = useNavigate()
  const current = memberships.find(({ id }) => id === memberId)
  if (current === undefined || memberships.length === 1) {
    return (
      <Text fw={600} truncate>
        {current?.programName ?? workspace.name}
      </Text>
    )
  }
  return (
    <NativeSelect
      aria-label="Program"
      value={memberId}
      onChange={({ currentTarget: { value } }) => void navigate(`/${value}`)}
      data={memberships.map(({ id, programName, name }) => ({ value: id, label: `${programName}: ${name}` }))}
    />
  )
}

const screens = [
  { path: '', label: 'Home', mark: '⌂' },
  { path: '/earnings', label: 'Earnings', mark: '＋' },
  { path: '/payouts', label: 'Payouts', mark: '➤' },
  { path: '/links', label: 'Links', mark: '⚭' },
  { path: '/more', label: 'More', mark: '☰' },
] as const

function Screens() {
  const memberId = useMemberId()
  const { pathname } = useLocation()
  if (memberId === '') return null
  return (
    <nav className="portal-screens" aria-label="Screens">
      {screens.map(({ path, label, mark }) => {
        const to = `/${memberId}${path}`
        const isAt = path === '' ? pathname === to : pathname.startsWith(to)
        return (
          <Anchor
            key={path}
            component={Link}
            to={to}
            underline="never"
            aria-current={isAt ? 'page' : undefined}
          >
            <span aria-hidden="true">{mark}</span>
            {label}
          </Anchor>
        )
      })}
    </nav>
  )
}
