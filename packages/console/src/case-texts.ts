import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import type { State } from './texts.ts'

export type CaseData = ConsoleResponse<'readCase'>
type Kind = CaseData['kind']
type Evidence = CaseData['evidence'][number]
export type Answer = CaseData['answers'][number]

export const caseKindTexts: Readonly<Record<Kind, State>> = {
  late: { mark: '⚠', name: 'After payout', tone: 'wrong' },
  conflict: { mark: '◔', name: 'Two members', tone: 'waits' },
  self_referral: { mark: '◔', name: 'Own shop', tone: 'waits' },
  reinstall: { mark: '◔', name: 'Reinstall', tone: 'waits' },
  claim: { mark: '➤', name: 'Claim', tone: 'said' },
  history_unknown: { mark: '◔', name: 'Unknown history', tone: 'waits' },
  flood: { mark: '⚠', name: 'Click spike', tone: 'wrong' },
}

/** Why the rules do not decide a case. */
export const caseReasons: Readonly<Record<Kind, string>> = {
  late: 'This came in after commissions on the shop were put into a payout, so nothing was changed automatically.',
  conflict: 'The merchant entered one member’s code, but another member reached the shop first.',
  self_referral:
    'The shop’s contact and the member’s payee have the same email address. They may have referred themselves.',
  reinstall: 'The shop had the app before, removed it, and installed it again after this.',
  claim: 'The member says they referred this shop. A claim counts only once you accept it.',
  history_unknown:
    'Nobody knows whether the shop is new: its installs have not been read. Give your Partner API client the permission “Manage apps”.',
  flood: 'The member’s links had far more clicks than usual just before this.',
}

const waits: State = { mark: '◔', name: 'Needs a decision', tone: 'waits' }
const ended = (name: string): State => ({ mark: '⊘', name, tone: 'ended' })

/** What becomes of a piece of evidence. */
export const verdicts: Readonly<Record<Evidence['verdict'], State>> = {
  accepted: { mark: '✓', name: 'Counts', tone: 'done' },
  no_install: { mark: '◔', name: 'Waits for the install', tone: 'waits' },
  rejected: ended('Rejected'),
  nobody: ended('Nobody referred it'),
  voided: ended('Referral was voided'),
  withdrawn: ended('Import was undone'),
  membership_not_active: ended('Member is not active'),
  program_closed: ended('Program is closed'),
  no_terms_in_force: ended('No terms at the time'),
  outside_window: ended('Outside the referral window'),
  existing_shop: ended('Had the app before'),
  later_touch: ended('Not the first'),
  referred_by_operator: ended('Referred by an operator'),
  late: waits,
  conflict: waits,
  self_referral: waits,
  reinstall: waits,
  claim: waits,
  history_unknown: waits,
  flood: waits,
}

/** What a piece of evidence says. */
export function describeEvidence({ kind, code, claim }: Pick<Evidence, 'kind' | 'code' | 'claim'>): string {
  if (kind === 'coupon') return `merchant entered the code ${code}`
  if (kind === 'analytics') return `listing opened from the link ${code}`
  return `claimed the shop: “${claim}”`
}

const usualReasons: Readonly<Record<Answer['answer'], readonly string[]>> = {
  accept: ['The merchant confirmed it', 'The member showed proof'],
  reject: ['The merchant named someone else', 'No proof was given'],
  nobody: ['The merchant found the app by themself', 'The merchant knows neither member'],
}

/** Reasons that are given often. */
export const listUsualReasons = (kind: Kind, answer: Answer['answer']): readonly string[] =>
  kind === 'self_referral' && answer === 'reject' ? ['It is their own shop'] : usualReasons[answer]

export const saidNames: Readonly<Record<Answer['answer'], string>> = {
  ...{ accept: 'Accepted', reject: 'Rejected', nobody: 'Rejected for every member' },
}

/** The answers that are told apart: to reject may leave the shop to nobody already. */
export function listAnswers(answers: readonly Answer[]): readonly Answer[] {
  const isLeft = answers.some(({ answer, member }) => answer === 'reject' && member === null)
  return answers.filter(({ answer }) => answer !== 'nobody' || !isLeft)
}

/** Who would have referred the shop by an answer, as a sentence. */
export const describeAnswer = (member: CaseData['now']): string =>
  member === null ? 'Nobody referred it' : `${member.name} referred it`

const dayMs = 86_400_000

/** How long something has waited. */
export function describeWait(since: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(since)) / dayMs)
  if (days < 1) return 'today'
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
