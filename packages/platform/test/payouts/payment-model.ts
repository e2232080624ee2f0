import type { PaymentFact, RecordedFact } from '../../src/payouts.ts'
import type { PayoutSums } from './derive-payout-state.ts'

/** What the facts of one payout say, told by a plain program beside the platform's own. */
export interface Payment {
  readonly amountMinor: bigint
  readonly reports: Map<
    string,
    { readonly amountMinor: bigint; end?: 'report_retracted' | 'report_returned' }
  >
  readonly confirmations: Map<
    string,
    { readonly reportId: string; readonly amountMinor: bigint; readonly actor: string; isRetracted?: true }
  >
  readonly disputes: Map<string, { readonly reportId: string; readonly actor: string; isClosed?: true }>
  isVoided?: true
}

type Rejection = Extract<RecordedFact, { ok: false }>['rejection']

const isMember = (actor: string): boolean => actor.startsWith('member:')

/** The ids of the confirmations that stand: on a living report, not taken back, not disputed by their own member. */
export function findStanding({ reports, confirmations, disputes }: Payment): readonly string[] {
  const isDenied = (reportId: string, actor: string) =>
    isMember(actor) &&
    [...disputes.values()].some(
      (each) => !each.isClosed && each.reportId === reportId && each.actor === actor,
    )
  return [...confirmations].flatMap(([id, { reportId, actor, isRetracted }]) =>
    isRetracted || reports.get(reportId)?.end !== undefined || isDenied(reportId, actor) ? [] : [id],
  )
}

/** What has been claimed as paid and was neither taken back nor returned. */
export function claimedMinor({ reports }: Payment): bigint {
  return sum(
    [...reports.values()].flatMap(({ amountMinor, end }) => (end === undefined ? [amountMinor] : [])),
  )
}

/** Why an act is refused; `undefined` where it is taken (D187). */
export function judge(payment: Payment, actor: string, fact: PaymentFact): Rejection | undefined {
  const { reports, confirmations, disputes } = payment
  const reportEnd = 'reportId' in fact ? reports.get(fact.reportId)?.end : undefined
  const standing = findStanding(payment).flatMap((id) => confirmations.get(id) ?? [])
  const ofReport = standing.filter((each) => 'reportId' in fact && each.reportId === fact.reportId)
  const protectedBy = (words: typeof standing): Rejection | undefined => {
    if (words.some((word) => isMember(word.actor))) return 'confirmed_by_member'
    return words.length > 0 ? 'confirmed_by_operator' : undefined
  }
  switch (fact.kind) {
    case 'report':
      if (isMember(actor)) return 'not_by_member'
      if (payment.isVoided) return 'payout_voided'
      return claimedMinor(payment) + BigInt(fact.amount.amountMinor) > payment.amountMinor
        ? 'above_payout'
        : undefined
    case 'confirmation': {
      if (reportEnd !== undefined) return reportEnd
      const already = [...confirmations.values()].filter(
        (each) => each.reportId === fact.reportId && !each.isRetracted,
      )
      const total = sum(already.map(({ amountMinor }) => amountMinor)) + BigInt(fact.amount.amountMinor)
      return total > (reports.get(fact.reportId)?.amountMinor ?? 0n) ? 'above_report' : undefined
    }
    case 'dispute':
      return reportEnd ?? protectedBy(ofReport.filter((word) => isMember(word.actor) && word.actor !== actor))
    case 'retraction':
      return isMember(actor) ? 'not_by_member' : (reportEnd ?? protectedBy(ofReport))
    case 'return':
      return isMember(actor) ? 'not_by_member' : reportEnd
    case 'closing':
      return disputes.get(fact.disputeId)?.isClosed ? 'dispute_closed' : undefined
    case 'confirmation_retraction': {
      const confirmation = confirmations.get(fact.confirmationId)
      if (confirmation?.isRetracted) return 'confirmation_retracted'
      return isMember(confirmation?.actor ?? '') && confirmation?.actor !== actor
        ? 'confirmed_by_member'
        : undefined
    }
    case 'void':
      if (isMember(actor)) return 'not_by_member'
      if (payment.isVoided) return 'payout_voided'
      return protectedBy(standing) ?? (claimedMinor(payment) > 0n ? 'payout_reported' : undefined)
  }
}

/** Takes an act that was accepted. */
export function apply(
  payment: Payment,
  actor: string,
  { id, fact }: { id: string; fact: PaymentFact },
): void {
  const { reports, confirmations, disputes } = payment
  const reportId = 'reportId' in fact ? fact.reportId : ''
  const report = reports.get(reportId)
  switch (fact.kind) {
    case 'report':
      reports.set(id, { amountMinor: BigInt(fact.amount.amountMinor) })
      break
    case 'confirmation':
      confirmations.set(id, { reportId, amountMinor: BigInt(fact.amount.amountMinor), actor })
      break
    case 'dispute':
      disputes.set(id, { reportId, actor })
      break
    case 'retraction':
      if (report) report.end = 'report_retracted'
      break
    case 'return':
      if (report) report.end = 'report_returned'
      break
    case 'closing':
      Object.assign(disputes.get(fact.disputeId) ?? {}, { isClosed: true })
      break
    case 'confirmation_retraction':
      Object.assign(confirmations.get(fact.confirmationId) ?? {}, { isRetracted: true })
      break
    case 'void':
      payment.isVoided = true
      break
    default:
      fact satisfies never
  }
}

/** Adds a payment up as D17 words it. */
export function sumUp(payment: Payment): PayoutSums {
  const { amountMinor, reports, confirmations, disputes, isVoided = false } = payment
  const living = [...reports].filter(([, { end }]) => end === undefined)
  const isDisputed = (id: string) =>
    [...disputes.values()].some(({ reportId, isClosed }) => reportId === id && !isClosed)
  const counted = living.filter(([id]) => !isDisputed(id))
  const confirmed = [...confirmations.values()].filter(
    ({ reportId, isRetracted }) => !isRetracted && counted.some(([id]) => id === reportId),
  )
  return {
    amountMinor,
    reportedMinor: sum(counted.map(([, report]) => report.amountMinor)),
    confirmedMinor: sum(confirmed.map((confirmation) => confirmation.amountMinor)),
    openDisputes: living.length - counted.length,
    isVoided,
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
