import { createBrowserRouter, Navigate } from 'react-router'
import { BrokenScreen } from './parts/loaded.tsx'
import { Overview } from './screens/overview.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { Shell } from './shell.tsx'

// What is not seen first is loaded when it is wanted.
export const router = createBrowserRouter(
  [
    { path: '/sign-in', Component: SignIn },
    {
      path: '/address',
      HydrateFallback: () => null,
      ErrorBoundary: BrokenScreen,
      lazy: async () => ({ Component: (await import('./screens/confirm-address.tsx')).ConfirmOwnAddress }),
    },
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: BrokenScreen,
      HydrateFallback: () => null,
      children: [
        { index: true, Component: Overview },
        {
          path: 'payouts',
          lazy: async () => ({ Component: (await import('./screens/payouts.tsx')).Payouts }),
        },
        {
          path: 'payouts/all',
          lazy: async () => ({ Component: (await import('./screens/all-payouts.tsx')).AllPayouts }),
        },
        {
          path: 'payouts/run',
          lazy: async () => ({ Component: (await import('./screens/run-preview.tsx')).RunPreview }),
        },
        {
          path: 'payouts/runs/:id/:step?',
          lazy: async () => ({ Component: (await import('./screens/run.tsx')).Run }),
        },
        {
          path: 'payouts/:id',
          lazy: async () => ({ Component: (await import('./screens/payout.tsx')).Payout }),
        },
        {
          path: 'members',
          lazy: async () => ({ Component: (await import('./screens/members.tsx')).Members }),
        },
        {
          path: 'members/:id',
          lazy: async () => ({ Component: (await import('./screens/member.tsx')).Member }),
        },
        {
          path: 'programs',
          lazy: async () => ({ Component: (await import('./screens/programs.tsx')).Programs }),
        },
        {
          path: 'programs/:id',
          lazy: async () => ({ Component: (await import('./screens/program.tsx')).Program }),
        },
        {
          path: 'commissions',
          lazy: async () => ({ Component: (await import('./screens/commissions.tsx')).Commissions }),
        },
        {
          path: 'referrals',
          lazy: async () => ({ Component: (await import('./screens/referrals.tsx')).Referrals }),
        },
        {
          path: 'referrals/:id',
          lazy: async () => ({ Component: (await import('./screens/referral.tsx')).Referral }),
        },
        {
          path: 'cases',
          lazy: async () => ({ Component: (await import('./screens/cases.tsx')).Cases }),
        },
        {
          path: 'cases/:id',
          lazy: async () => ({ Component: (await import('./screens/case.tsx')).Case }),
        },
        {
          path: 'proposals',
          lazy: async () => ({ Component: (await import('./screens/proposals.tsx')).Proposals }),
        },
        {
          path: 'shops',
          lazy: async () => ({ Component: (await import('./screens/shops.tsx')).Shops }),
        },
        {
          path: 'shops/:shop',
          lazy: async () => ({ Component: (await import('./screens/shop.tsx')).Shop }),
        },
        {
          path: 'links',
          lazy: async () => ({ Component: (await import('./screens/links.tsx')).Links }),
        },
        {
          path: 'links/coverage',
          lazy: async () => ({ Component: (await import('./screens/coverage.tsx')).Coverage }),
        },
        {
          path: 'links/:id',
          lazy: async () => ({ Component: (await import('./screens/link.tsx')).LinkOfMember }),
        },
        {
          path: 'sales',
          lazy: async () => ({ Component: (await import('./screens/sales.tsx')).Sales }),
        },
        {
          path: 'settings/people',
          lazy: async () => ({ Component: (await import('./screens/people.tsx')).People }),
        },
        {
          path: 'settings/keys',
          lazy: async () => ({ Component: (await import('./screens/keys.tsx')).Keys }),
        },
        {
          path: 'settings/webhooks',
          lazy: async () => ({ Component: (await import('./screens/webhooks.tsx')).Webhooks }),
        },
        {
          path: 'settings/mail',
          lazy: async () => ({ Component: (await import('./screens/mail.tsx')).Mail }),
        },
        {
          path: 'settings/calendar',
          lazy: async () => ({ Component: (await import('./screens/calendar.tsx')).Calendar }),
        },
        {
          path: 'settings/imports',
          lazy: async () => ({ Component: (await import('./screens/imports.tsx')).Imports }),
        },
        {
          path: 'settings/downloads',
          lazy: async () => ({ Component: (await import('./screens/downloads.tsx')).Downloads }),
        },
        {
          path: 'settings/audit',
          lazy: async () => ({ Component: (await import('./screens/audit.tsx')).Audit }),
        },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ],
  { basename: '/console' },
)
