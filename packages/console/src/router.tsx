import { createBrowserRouter, Navigate } from 'react-router'
import { Member } from './screens/member.tsx'
import { Members } from './screens/members.tsx'
import { Overview } from './screens/overview.tsx'
import { Payout } from './screens/payout.tsx'
import { Payouts } from './screens/payouts.tsx'
import { Run } from './screens/run.tsx'
import { RunPreview } from './screens/run-preview.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { Shell } from './shell.tsx'

export const router = createBrowserRouter(
  [
    { path: '/sign-in', Component: SignIn },
    {
      path: '/',
      Component: Shell,
      children: [
        { index: true, Component: Overview },
        { path: 'payouts', Component: Payouts },
        { path: 'payouts/run', Component: RunPreview },
        { path: 'payouts/runs/:id', Component: Run },
        { path: 'payouts/:id', Component: Payout },
        { path: 'members', Component: Members },
        { path: 'members/:id', Component: Member },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ],
  { basename: '/console' },
)
