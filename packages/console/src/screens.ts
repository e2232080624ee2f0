export interface MenuScreen {
  readonly to: string
  readonly label: string
  /** The key that goes there, after `g`. */
  readonly letter?: string
}

/** The screens of every day. */
export const screens: readonly MenuScreen[] = [
  { to: '/', label: 'Overview', letter: 'o' },
  { to: '/payouts', label: 'Payouts', letter: 'p' },
  { to: '/members', label: 'Members', letter: 'm' },
  { to: '/programs', label: 'Programs', letter: 'a' },
  { to: '/commissions', label: 'Commissions', letter: 'c' },
  { to: '/referrals', label: 'Referrals', letter: 'r' },
  { to: '/cases', label: 'Cases', letter: 'd' },
  { to: '/links', label: 'Links', letter: 'l' },
  { to: '/shops', label: 'Shops', letter: 's' },
  { to: '/sales', label: 'Sales', letter: 'e' },
]

export const settings: readonly MenuScreen[] = [
  { to: '/settings/people', label: 'People' },
  { to: '/settings/keys', label: 'Keys' },
  { to: '/settings/mail', label: 'Mail' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/calendar', label: 'Calendar' },
  { to: '/settings/imports', label: 'Imports' },
  { to: '/settings/downloads', label: 'Downloads' },
  { to: '/settings/audit', label: 'Audit' },
]
