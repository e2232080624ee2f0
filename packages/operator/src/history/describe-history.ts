import type {
  HistoryCount,
  HistoryImport,
  HistoryProgress,
  HistoryReport,
} from '@affiliate-platform/platform/history'
import { formatCount } from '../command-line/format-count.ts'
import { formatSum } from '../payouts/signed-money.ts'

const doing: Readonly<Record<HistoryProgress['step'], string>> = {
  ...{ stage: 'Read', judge: 'Comparing', programs: 'Programs', members: 'Members', codes: 'Codes' },
  ...{ referrals: 'Referrals', claims: 'Claims', payouts: 'Payouts' },
  ...{ commissions: 'Open commissions', clear: 'Clearing up' },
  ...{ take_back: 'Commissions taken back', void: 'Payouts voided' },
}

/** Says how far an import is. */
export const describeHistoryProgress = ({ step, done }: HistoryProgress): string =>
  step === 'judge' ? doing.judge : `${doing[step]}: ${formatCount(done, 'row')}`

/** Says what a history holds and what became of it, whole: before it is imported and after, the same. */
export function describeHistory({ report, importId, isKnown }: HistoryImport): string {
  return [
    `To add: ${describeCounts(report.added)}.`,
    ...(report.known.length === 0 ? [] : [`Imported before: ${describeCounts(report.known)}.`]),
    ...describeChanges(report),
    ...describeMoney(report),
    ...describeMembers(report),
    ...report.missingFiles.map((file) => `There is no ${file}: what it would tell is missing.`),
    ...(report.withoutReferral === 0
      ? []
      : [
          `Without the referral that they name, because it is not imported: ${formatCount(report.withoutReferral, 'commission')}.`,
        ]),
    ...report.unknownFields.map(
      ({ file, name, count }) =>
        `Nobody knows what ${name} of ${file} says, and it is left: ${formatCount(count, 'record')}.`,
    ),
    ...describeBegun(report),
    ...describeUnsupported(report),
    ...describeSetAside(report),
    ...(isKnown ? ['This export is imported already. Nothing was changed.'] : []),
    ...(importId === null && !isKnown ? ['Nothing was imported: --dry-run.'] : []),
  ].join('\n')
}

const describeCounts = (counts: readonly HistoryCount[]): string =>
  counts.length === 0 ? 'nothing' : counts.map(({ kind, count }) => formatCount(count, kind)).join(', ')

/** What a later export brings up to date. */
function describeChanges({ changed }: HistoryReport): readonly string[] {
  if (changed.length === 0) return []
  const parts = changed.map(({ kind, change, count, amountMinor, currency }) =>
    [`${formatCount(count, kind)} ${change}`, ...worthOf({ amountMinor, currency })].join(', '),
  )
  return [`Changed there since: ${parts.join('; ')}.`]
}

const worthOf = ({
  amountMinor,
  currency,
}: Pick<HistoryCount, 'amountMinor' | 'currency'>): readonly string[] =>
  amountMinor === null || currency === null ? [] : [formatSum(BigInt(amountMinor), currency)]

function describeMoney({ money, currency, rounded }: HistoryReport): readonly string[] {
  const say = (amountMinor: string) => formatSum(BigInt(amountMinor), currency)
  return [
    `Earned: ${money.earned} ${currency}, which is ${say(money.earnedMinor)} with each amount rounded (${formatCount(rounded.count, 'amount')}).`,
    ...rounded.first.map(
      ({ sourceId, amount, amountMinor }) => `  ${sourceId}: ${amount} is ${say(amountMinor)}`,
    ),
    `Cancelled: ${say(money.cancelledMinor)}. Paid: ${say(money.paidMinor)}, of which ${say(money.keptMinor)} was kept on the way.`,
    ...(money.differenceMinor === '0'
      ? []
      : [`Paid beside the commissions of the payouts: ${say(money.differenceMinor)}.`]),
    `Open: ${say(money.openMinor)}. It is left out of payout runs until you decide: payouts exclusions.`,
  ]
}

const namedMax = 20

/** What each member comes to there and here, and payouts of which more went out than they say. */
function describeMembers({ members, overpaid, currency }: HistoryReport): readonly string[] {
  const say = (amountMinor: string) => formatSum(BigInt(amountMinor), currency)
  const named = members.first.slice(0, namedMax)
  return [
    ...named.map(
      ({ name, earned, earnedMinor, paidMinor, openMinor }) =>
        `  ${name}: earned ${earned}, which is ${say(earnedMinor)}; paid ${say(paidMinor)}; open ${say(openMinor)}`,
    ),
    ...(members.count > named.length ? [`  and ${members.count - named.length} more: --json`] : []),
    ...(overpaid.count === 0
      ? []
      : [
          `More went out than ${formatCount(overpaid.count, 'payout')} says. What is beyond is not imported:`,
        ]),
    ...overpaid.first.map(
      ({ sourceId, amountMinor, paidMinor }) => `  ${sourceId}: ${say(paidMinor)} of ${say(amountMinor)}`,
    ),
  ]
}

/** Terms that begin with the referral, because nothing was sold yet. */
function describeBegun({ begun }: HistoryReport): readonly string[] {
  if (begun.count === 0) return []
  const named = begun.first.slice(0, namedMax)
  return [
    `Nothing is sold yet of ${formatCount(begun.count, 'referral')} with a term: here it begins with the referral, there with the first sale.`,
    ...named.map(
      ({ sourceId, shopDomain, beginsAt, endsAt }) => `  ${sourceId} ${shopDomain}: ${beginsAt} to ${endsAt}`,
    ),
    ...(begun.count > named.length ? [`  and ${begun.count - named.length} more: --json`] : []),
  ]
}

function describeUnsupported({ unsupported }: HistoryReport): readonly string[] {
  if (unsupported.length === 0) return []
  const named = unsupported.map(({ name, kind, count }) => `${name} (${formatCount(count, kind)})`)
  return [`Promised there, and not kept here: ${named.join(', ')}.`]
}

function describeSetAside({ setAside }: HistoryReport): readonly string[] {
  return setAside.flatMap(({ kind, reason, count, first, ...worth }) => [
    `Set aside: ${[formatCount(count, kind), reason, ...worthOf(worth)].join(', ')}`,
    ...first.map((row) => `  ${row}`),
  ])
}
