import type { State } from './texts.ts'

export const referralStates: Readonly<Record<string, State>> = {
  attributed: { mark: '◇', name: 'Referred', tone: 'planned' },
  earning: { mark: '✓', name: 'Earning', tone: 'done' },
  under_review: { mark: '◔', name: 'Contract proposed', tone: 'waits' },
  uninstalled: { mark: '⊘', name: 'Uninstalled', tone: 'ended' },
  ended: { mark: '⊘', name: 'Ended', tone: 'ended' },
  voided: { mark: '⊘', name: 'Voided', tone: 'ended' },
}

/** The state of a referral, as people see it. */
export const toReferralState = (status: string): State =>
  referralStates[status] ?? { mark: '?', name: status.replaceAll('_', ' '), tone: 'ended' }

const evidenceKinds: Readonly<Record<string, string>> = {
  click: 'Click on a link',
  analytics: 'Listing opened from a link',
  bridge: 'Told by the app',
  coupon: 'Code entered by the merchant',
  claim: 'Claim',
}

const shortKinds: Readonly<Record<string, string>> = {
  click: 'Click',
  analytics: 'Link',
  bridge: 'App',
  coupon: 'Code',
  claim: 'Claim',
}

/** How it is known that a member referred a shop, in a word. */
export const shortenEvidence = (kind: string | null): string =>
  kind === null ? 'By hand' : (shortKinds[kind] ?? kind)

/** How it is known that a member referred a shop. */
export const nameEvidence = (kind: string): string => evidenceKinds[kind] ?? kind

/** Who has recorded something, behind the verb. */
export const describeBy = (by: string): string => (by === 'system' ? 'automatically' : `by ${by}`)
