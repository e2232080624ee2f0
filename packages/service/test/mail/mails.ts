import type { Mail } from '@affiliate-platform/platform/outbox'

/** A mail of somebody's payment, unless a test says otherwise. */
export const buildMail = (changes: Partial<Mail> = {}): Mail => ({
  workspaceId: '019ed000-0000-7000-8000-000000000001',
  id: '019ed000-0000-7000-8000-000000000002',
  recipientId: '019ed000-0000-7000-8000-000000000003',
  email: 'mia@example.com',
  name: 'Mia <Moore>',
  workspaceName: 'Studio & Co',
  timeZone: 'Europe/Berlin',
  hasAccount: true,
  unsubscribe: 'token',
  content: {
    kind: 'payout_reported',
    payoutId: '019ed000-0000-7000-8000-000000000004',
    program: 'Partners',
    amount: { amountMinor: '125000', currency: 'USD' },
    method: 'bank transfer',
    reference: 'R-1',
    paidAt: new Date('2026-07-31T23:30:00Z'),
  },
  ...changes,
})
