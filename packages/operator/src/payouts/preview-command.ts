import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import { type PairPreview, previewAtLength } from '@affiliate-platform/platform/payout-runs'
import { OperatorError } from '../command-line/operator-error.ts'
import { type OutputFlag, outputOption } from '../command-line/print-list.ts'
import { show } from '../command-line/show-command.ts'
import { describeHidden } from '../command-line/table.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'
import { type AsOfFlag, asOfOrNowOption, chooseTime, describeTime } from './as-of-option.ts'
import { describeDecisionReason, formatDecisions } from './decisions-table.ts'
import { formatSum, formatSums, toDirectedMoney } from './signed-money.ts'

export const previewCommand = show<Partial<AsOfFlag> & OutputFlag>()({
  name: 'preview',
  description:
    'show whom a payout run would pay, how much, and why not others; writes nothing. It is no balance of the past: see balances --as-of',
  examples: [
    'payouts preview',
    'payouts preview --as-of 2026-04-01',
    'payouts preview --as-of 2026-04-01T00:00:00Z --json',
  ],
  options: [asOfOrNowOption, outputOption()],
  silenceTimeoutMs: longSilenceTimeoutMs,
  find: async ({ database, workspaceId, flags, terminal }) => {
    const given = await chooseTime(database, workspaceId, flags)
    const previewing = await previewAtLength(database, { workspaceId, asOf: given })
    if (!previewing.ok) throw new OperatorError(describeTime(previewing))
    const { asOf, hash, decisions } = previewing.preview
    const paid = decisions.filter(({ decision }) => decision === 'paid')
    const sums = formatSums(paid.map(({ sumMinor, currency }) => ({ amountMinor: `${sumMinor}`, currency })))
    const freeze = `payouts run --as-of ${asOf.toISOString()} --preview ${hash}`
    const table = formatDecisions(terminal, flags, { decisions, toRow: toTableRow })
    const next =
      paid.length === 0
        ? 'Nobody would be paid.'
        : `Payouts: ${paid.length}, total ${sums}. To freeze them:\n${toCommandLine(freeze, flags)}`
    return {
      record: { asOf, hash, decisions: decisions.map(toRecord) },
      text: `${table.text}\n${hash}\n`,
      message: flags.json ? undefined : [describeHidden(table), next].filter(Boolean).join('\n'),
    }
  },
})

function toRecord(pair: PairPreview): object {
  const { membershipId, memberName, currency, sumMinor, heldMinor, thresholdMinor } = pair
  const { decision, reason, warnings, termsVersionId, thresholdContractId, lineCount, waitingSales } = pair
  return {
    membershipId,
    memberName,
    currency,
    sum: toDirectedMoney(sumMinor, currency),
    held: toDirectedMoney(heldMinor, currency),
    threshold: { amountMinor: `${thresholdMinor}`, currency },
    termsVersionId,
    thresholdContractId,
    decision,
    reason,
    warnings,
    lines: lineCount,
    waitingSales,
  }
}

function toTableRow(pair: PairPreview): object {
  const { membershipId, memberName, currency, sumMinor, heldMinor } = pair
  return {
    memberName,
    decision: pair.decision === 'paid' ? 'would pay' : pair.decision,
    available: formatSum(sumMinor, currency),
    reason: describeDecisionReason(pair),
    held: formatSum(heldMinor, currency),
    membershipId,
  }
}
