import { createBrowserRouter, Navigate } from 'react-router'
import { BrokenScreen } from '../parts/loaded.tsx'
import { Home } from './home.tsx'
import { Memberships } from './memberships.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { basename } from './view.ts'

// What is not seen first is loaded when it is wanted.
export const router = createBrowserRouter(
  [
    { path: '/sign-in', Component: SignIn },
    {
      path: '/address',
      HydrateFallback: () => null,
      ErrorBoundary: BrokenScreen,
      lazy: async () => ({ Component: (await import('./confirm-address.tsx')).ConfirmOwnAddress }),
    },
    {
      path: '/address/new',
      HydrateFallback: () => null,
      ErrorBoundary: BrokenScreen,
      lazy: async () => ({ Component: (await import('./address-links.tsx')).NewAddress }),
    },
    {
      path: '/address/back',
      HydrateFallback: () => null,
      ErrorBoundary: BrokenScreen,
      lazy: async () => ({ Component: (await import('./address-links.tsx')).FormerAddress }),
    },
    {
      path: '/join/:programId',
      HydrateFallback: () => null,
      ErrorBoundary: BrokenScreen,
      lazy: async () => ({ Component: (await import('./join.tsx')).Join }),
    },
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: BrokenScreen,
      HydrateFallback: () => null,
      children: [
        { index: true, Component: Memberships },
        {
          path: 'payouts/:id',
          lazy: async () => ({ Component: (await import('./payout-redirect.tsx')).PayoutRedirect }),
        },
        { path: ':memberId', Component: Home },
        {
          path: ':memberId/earnings',
          lazy: async () => ({ Component: (await import('./earnings.tsx')).Earnings }),
        },
        {
          path: ':memberId/payouts',
          lazy: async () => ({ Component: (await import('./payouts.tsx')).Payouts }),
        },
        {
          path: ':memberId/payouts/:id',
          lazy: async () => ({ Component: (await import('./payout.tsx')).Payout }),
        },
        {
          path: ':memberId/links',
          lazy: async () => ({ Component: (await import('./links.tsx')).Links }),
        },
        {
          path: ':memberId/claims',
          lazy: async () => ({ Component: (await import('./claims.tsx')).Claims }),
        },
        {
          path: ':memberId/more/account',
          lazy: async () => ({ Component: (await import('./account.tsx')).Account }),
        },
        {
          path: ':memberId/more/leave',
          lazy: async () => ({ Component: (await import('./leave.tsx')).Leave }),
        },
        {
          path: ':memberId/more/payee',
          lazy: async () => ({ Component: (await import('./payee.tsx')).Payee }),
        },
        {
          path: ':memberId/more',
          lazy: async () => ({ Component: (await import('./more.tsx')).More }),
        },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ],
  { basename },
)
