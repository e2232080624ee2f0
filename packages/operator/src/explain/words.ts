import {
  type CommissionExplanation,
  describePhrase,
  formatAmount,
  type PayoutExplanation,
  verdictSentences,
} from '@affiliate-platform/contract'
import type { ExplainedCommission, Explanation } from '@affiliate-platform/platform/explain'
import { formatTable } from '../command-line/table.ts'
import { formatSum } from '../payouts/signed-money.ts'
import { describeArithmetic, formatExactDecimal } from './describe-arithmetic.ts'

/** Says an explanation in words: each commission, then what earns nothing, if anything. */
export function describeExplanation({
  entries,
  skipped,
  appTransactions,
  evidence = [],
}: Explanation): string {
  const [first] = entries
  const isPaid = first !== undefined && first.payout !== null && appTransactions === undefined
  const parts = [
    ...(isPaid ? [describePayout(first.payout)] : []),
    ...(evidence.length === 0 ? [] : [`Who brought the shop\n${evidence.map(describeEvidence).join('')}`]),
    ...describeEntries(entries),
    ...(appTransactions === undefined
      ? []
      : [`App transactions\n${formatTable(appTransactions.map(toAppTransactionRow)).text}`]),
    ...describeSkipped(skipped),
  ]
  return parts.join('\n')
}

const howKnown = {
  coupon: (code) => `by the code ${code}, typed at`,
  analytics: (code) => `by the code ${code}, seen by analytics at`,
  claim: () => 'by a claim of',
} satisfies Record<ExplainedEvidence['kind'], (code: string) => string>

function describeEvidence({ kind, code, occurredAt, verdict, memberName }: ExplainedEvidence): string {
  const because = verdict.because === null ? '' : ` (because: ${verdict.because})`
  return `${memberName}, ${howKnown[kind](code ?? '')} ${occurredAt}\n  ${verdictSentences[verdict.code]}${because}\n`
}

type ExplainedEvidence = NonNullable<Explanation['evidence']>[number]

/** Says each commission in words. */
export function describeEntries(entries: Explanation['entries']): readonly string[] {
  return entries.map((entry) => `${describeCommission(entry)}${describeEntry(entry, entry.currency)}`)
}

/** Lists what earns nothing, if anything. */
export function describeSkipped(skipped: Explanation['skipped']): readonly string[] {
  return skipped.length === 0 ? [] : [`Earns nothing\n${formatTable(skipped).text}`]
}

export function describeUnit({ unit, payout }: PayoutExplanation): string {
  return `Unit ${unit} of this payout\n${describePayout(payout)}\n`
}

export function describePayout({ id, amount, run, asOf, threshold }: PayoutExplanation['payout']): string {
  const { currency } = amount
  const limit = formatAmount({ amountMinor: threshold.amountMinor, currency })
  const origin = run === null ? 'created by hand' : `run ${run}, as of ${asOf}`
  return `Payout ${id}: ${formatAmount(amount)}; ${origin}; threshold ${limit} (${describePhrase(threshold.from)})\n`
}

function describeCommission({ amountMinor, currency, units, notPaid }: ExplainedCommission): string {
  const share = units === null ? '' : `, units ${units.first} to ${units.last} of the payout`
  const state = notPaid === null ? '' : `, not paid: ${describePhrase(notPaid)}`
  return `${formatSum(BigInt(amountMinor), currency)}${share}${state}\n`
}

/** Says why one commission is what it is, with its arithmetic written out. */
export function describeEntry(
  entry: CommissionExplanation & Partial<Pick<ExplainedCommission, 'takenFrom'>>,
  currency: string,
): string {
  const { commission, contract, referral, appTransaction, takenBack, reports, confirmations } = entry
  const kind = commission.saleKind === null ? '' : ` of a ${commission.saleKind}`
  const lines = [
    `Commission ${commission.id}: ${commission.entry}${kind}`,
    `available ${commission.availableAt}: ${describePhrase(commission.because)}`,
    ...(entry.arithmetic === null ? [] : describeArithmetic(entry.arithmetic, currency)),
    entry.takenFrom && describeTaken(entry.takenFrom, currency),
    contract &&
      `contract ${contract.id}, applies from ${contract.appliesFrom}, copied from ${describePhrase(contract.copiedFrom)}`,
    referral &&
      `referral ${referral.id}: ${referral.shop}, installed ${referral.installedAt}, ends ${referral.endsAt ?? 'never'}`,
    ...(referral?.evidence ?? []).map(({ kind: evidence, at }) => `evidence: ${evidence} at ${at}`),
    appTransaction &&
      `collected ${appTransaction.collectedAt}: ${appTransaction.platformId}, gross ${appTransaction.gross}, net ${appTransaction.net}, import ${appTransaction.importRun}`,
    ...takenBack.map(
      ({ platformId, collectedAt, gross, base }) =>
        `taken back ${collectedAt}: ${base} by ${platformId}, gross ${gross}`,
    ),
    reports.length > 0 && `payment reports: ${reports.length}, confirmations: ${confirmations.length}`,
  ]
  return lines
    .filter((line) => typeof line === 'string')
    .map((line, index) => `${index === 0 ? '' : '  '}${line.replaceAll(/\p{Cc}/gu, '�')}\n`)
    .join('')
}

function describeTaken(
  { platformId, collectedAt, gross, base }: NonNullable<ExplainedCommission['takenFrom']>,
  currency: string,
): string {
  const money = formatExactDecimal(base.replace('-', ''), currency)
  const what = base.startsWith('-') ? `takes ${money} from` : `gives ${money} back to`
  return `${what} the sale ${platformId}, collected ${collectedAt}, gross ${gross}`
}

function toAppTransactionRow(row: NonNullable<Explanation['appTransactions']>[number]): object {
  const { platformId, kind, gross, net, collectedAt, position, skipped, took } = row
  const taken = took?.from.map(({ platformId: sale, gross: part }) => `${part} from ${sale}`)
  return {
    platformId,
    kind,
    gross,
    net,
    collectedAt,
    counts: position === null ? (skipped ?? taken?.join(', ') ?? '-') : `contract ${position.contractId}`,
  }
}
