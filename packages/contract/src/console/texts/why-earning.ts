import type * as z from 'zod/mini'
import type { PayoutStatus } from '../../operations/lists/list-payouts.ts'
import type { explainEarning } from '../member/earnings.ts'
import { type Amount, formatDecimal, formatMoney } from './format-money.ts'
import { formatRate, saleKindNames } from './rules.ts'

/** A commission as it is explained to its member. */
export type ExplainedEarning = z.output<(typeof explainEarning)['response']>

/** How its reader writes a day, and a time to the minute. */
export interface WriteInstants {
  readonly day: (instant: string) => string
  readonly time: (instant: string) => string
}

type Waiting = NonNullable<ExplainedEarning['waiting']>
type Because = ExplainedEarning['because']

/** What of a payment its member reads: none of a voided payout, which no commission is in. */
const paidWords: Readonly<Record<PayoutStatus, string>> = {
  unreported: 'which has not been sent yet. The program’s team sends it',
  partially_reported: 'a part of which was sent. The rest is still to come',
  reported: 'which was sent. Open it to say whether it arrived',
  partially_confirmed: 'a part of which has arrived. Open it to say whether the rest did',
  confirmed: 'which has arrived',
  disputed: 'which was sent and has not arrived. The program’s team looks into it',
  voided: 'which was cancelled',
}

const isBelowZero = ({ amountMinor }: Amount) => amountMinor.startsWith('-')

/** Says where something that was earned is, or what is missing before it is paid. */
export function describeProgress(
  { amount, payout, waiting }: ExplainedEarning,
  write: WriteInstants,
): string | undefined {
  const takesAway = isBelowZero(amount)
  if (payout !== null) {
    const its = `your payout of ${write.day(payout.createdAt)}, ${paidWords[payout.status]}.`
    return takesAway ? `It was taken off ${its}` : `It is in ${its}`
  }
  if (waiting === null) return undefined
  return takesAway ? describeTaking(waiting, write) : describeWaiting(waiting, write)
}

function describeTaking({ code, availableAt }: Waiting, write: WriteInstants): string {
  return code === 'held'
    ? `It counts from ${write.day(availableAt)} on, when what it takes away would have become available.`
    : 'It is taken off what you are paid next.'
}

function describeWaiting(waiting: Waiting, write: WriteInstants): string {
  const { code, availableAt, reason, until, available } = waiting
  switch (code) {
    case 'held':
      return `It is held until ${write.day(availableAt)}, because the shop can get its money back until then. ${describeAfterwards(waiting)}`
    case 'excluded':
      return `You are left out of payouts for now${quote(reason)}. It stays yours. Ask the program’s team what is missing.`
    case 'suspended':
      return `You are not paid for now, because your membership is suspended${quote(reason)}. It stays yours. Ask the program’s team.`
    case 'payee_changed':
      return `You have changed where your payouts go. Nothing is paid there before ${write.time(until ?? availableAt)}, in case it was not you. After that the next payout includes it.`
    case 'sales_waiting':
      return 'Some sales of your shops are not counted yet. You are paid once they are, with the right sum.'
    case 'nothing_due':
      return `Refunds have taken away more than you had: you are at ${formatMoney(available)}. What you earn next makes up for that first.`
    case 'below_threshold':
      return describeMissing(waiting)
    case 'due':
      return `It has been available since ${write.day(availableAt)}, and the next payout includes it.`
  }
}

/** Says how much is missing before a balance is paid. */
export function describeMissing({ available, threshold }: Pick<Waiting, 'available' | 'threshold'>): string {
  const missing = BigInt(threshold.amountMinor) - BigInt(available.amountMinor)
  const more = formatMoney({ ...threshold, amountMinor: `${missing}` })
  return `You are paid once you have ${formatMoney(threshold)}. You have ${formatMoney(available)} now: ${more} more, and the next payout includes it.`
}

/** What becomes of what is held: it is no promise that the next payout has it. */
function describeAfterwards({ afterwards, reason, threshold }: Waiting): string {
  switch (afterwards) {
    case 'excluded':
    case 'suspended':
      return `After that it still waits, because you are not paid for now${quote(reason)}. It stays yours. Ask the program’s team.`
    case 'nothing_due':
    case 'below_threshold':
      return BigInt(threshold.amountMinor) > 0n
        ? `After that it counts towards the ${formatMoney(threshold)} from which you are paid.`
        : 'After that the next payout includes it.'
    default:
      return 'After that the next payout includes it.'
  }
}

const quote = (reason: string | null) => (reason === null ? '' : `: “${reason}”`)

/** Says what something was earned by, or taken away for. */
export function describeReason(earning: ExplainedEarning, write: WriteInstants): string {
  const { because, amount, arithmetic, sale, saleKind } = earning
  const shop = earning.shop ?? 'the shop'
  switch (because.code) {
    case 'collected': {
      if (arithmetic === null || sale === null) return `You get a part of what ${shop} pays.`
      const isNet = arithmetic.basis === 'net'
      const rate = `You get ${formatRate(arithmetic.rateBps)} of what ${shop} pays${isNet ? ', after Shopify’s fees' : ''}.`
      const left = isNet ? `, and ${toPaid(sale.net, amount)} of it was left after the fees` : ''
      return `${rate} On ${write.day(sale.at)} it paid ${toPaid(sale.gross, amount)} for ${saleKindNames[saleKind ?? ''] ?? 'the app'}${left}.`
    }
    case 'installed':
      return `You get this once, because ${shop} installed the app on ${write.day(because.at)}.`
    case 'taken_back': {
      if (!isBelowZero(amount)) break
      const back = sale === null ? 'its money' : toPaid(sale.gross, amount)
      return `On ${write.day(because.at)} ${shop} got ${back} back. What you had earned from that is taken back.`
    }
    case 'given_back':
      break
    case 'corrected':
      return `What ${shop} paid on ${write.day(because.at)} was corrected later. This is the difference to what you had earned from it.`
    case 'referral_voided':
      return `Since ${write.day(because.at)} ${shop} does not count as yours any more. What you had earned from it is taken back.`
    default:
      return describeEntered(because, isBelowZero(amount))
  }
  return `What ${shop} got back on ${write.day(because.at)} was corrected later. This much of what was taken back from you is yours again.`
}

/** Says what of a sale the shop got back later, one sentence each. */
export const describeRefunds = (
  { refunds, amount }: ExplainedEarning,
  write: WriteInstants,
): readonly string[] =>
  refunds.map(({ gross, at }) => `On ${write.day(at)} the shop got ${toPaid(gross, amount)} of it back.`)

/** A sum that a shop paid or got back, which is told with its currency behind it. */
const toPaid = (sum: string, { currency }: Amount) =>
  formatDecimal(sum.replace('-', '').split(' ')[0] ?? '', currency)

/** What a person entered, in their words. */
function describeEntered(because: Extract<Because, { readonly reason: string }>, takesAway: boolean): string {
  const words = quote(because.reason)
  switch (because.code) {
    case 'manual':
      return takesAway
        ? `The program’s team took this off what you have${words}.`
        : `The program’s team gave you this${words}.`
    case 'write_off':
      return `You owed this, and the program’s team does not ask for it any more${words}.`
    case 'repayment':
      return `You have paid this back${words}.`
    case 'deduction':
      return `The program’s team took this off what you have${words}.`
    case 'imported':
      return `You had earned this before the program moved here${words}.`
    case 'undone':
      return takesAway
        ? `Something that was given to you by hand is taken back${words}.`
        : `Something that was taken off by hand is yours again${words}.`
  }
}

const evidenceWords: Readonly<Record<string, string>> = {
  coupon: 'your code was entered',
  click: 'your link was followed',
  bridge: 'the app reported your link',
  analytics: 'the app’s listing was opened by your link',
  claim: 'your claim was accepted',
}

/** How a shop is known to be theirs, as it is said within a sentence. */
export const describeEvidence = (kind: string): string => evidenceWords[kind] ?? 'you were named for it'

/** Says how the shop is known to be theirs, and until when it earns. */
export function describeSource({ referral }: ExplainedEarning, write: WriteInstants): string | undefined {
  if (referral === null) return undefined
  const evidence = referral.evidence.map(({ kind, at }) => `${describeEvidence(kind)} on ${write.day(at)}`)
  const known =
    evidence.length === 0 ? 'the program’s team entered that you brought the shop' : evidence.join('; ')
  const end = referral.endsAt === null ? '' : ` It earns for you until ${write.day(referral.endsAt)}.`
  return `${known.charAt(0).toUpperCase()}${known.slice(1)}. The shop installed the app on ${write.day(referral.installedAt)}.${end}`
}
