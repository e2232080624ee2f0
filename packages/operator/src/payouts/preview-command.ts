import { formatAmount } from '@affiliate-platform/contract'
import { type PairPreview, previewRun, type RunPreview } from '@affiliate-platform/platform/payout-runs'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AsOfFlags, addAsOfOption, aheadMessage } from './as-of-option.ts'
import { formatSum, formatSums, toDirectedMoney } from './signed-money.ts'

/** Adds `payouts preview`. */
export function addPreviewCommand(payouts: Command, terminal: Terminal): void {
  const preview = addDatabaseCommand(payouts, 'preview', {
    description: 'show what a payout run would pay to whom, and why not to others; writes nothing',
    examples: ['payouts preview --as-of 2026-04-01', 'payouts preview --as-of 2026-04-01T00:00:00Z --json'],
  })
  addAsOfOption(addWorkspaceOption(preview)).action((flags: AsOfFlags) => printPreview(terminal, flags))
}

async function printPreview(terminal: Terminal, flags: AsOfFlags): Promise<void> {
  const previewing = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await previewRun(database, { workspaceId, asOf: new Date(flags.asOf) })
  })
  if (!previewing.ok) throw new OperatorError(aheadMessage)
  const { preview } = previewing
  if (flags.json) {
    terminal.writeData(`${JSON.stringify(toDocument(preview))}\n`)
    return
  }
  terminal.writeData(`${formatTable(preview.decisions.map(toTableRow)).text}\n${preview.hash}\n`)
  const paid = preview.decisions.filter(({ decision }) => decision === 'paid')
  const sums = formatSums(paid.map(({ sumMinor, currency }) => ({ amountMinor: `${sumMinor}`, currency })))
  const asOf = preview.asOf.toISOString()
  terminal.writeMessage(
    `Payouts: ${paid.length}, together ${sums}. To freeze them: payouts run --as-of ${asOf} --preview ${preview.hash}\n`,
  )
}

function toDocument({ asOf, hash, decisions }: RunPreview): object {
  return { asOf, hash, decisions: decisions.map(toRecord) }
}

function toRecord(pair: PairPreview): object {
  const { membershipId, memberName, currency, sumMinor, heldMinor, thresholdMinor } = pair
  const { decision, reason, warnings, termsVersionId, lineCount } = pair
  return {
    membershipId,
    memberName,
    currency,
    sum: toDirectedMoney(sumMinor, currency),
    held: toDirectedMoney(heldMinor, currency),
    threshold: { amountMinor: `${thresholdMinor}`, currency },
    termsVersionId,
    decision,
    reason,
    warnings,
    lines: lineCount,
  }
}

function toTableRow(pair: PairPreview): object {
  const { membershipId, memberName, currency, sumMinor, heldMinor, thresholdMinor } = pair
  return {
    membershipId,
    memberName,
    decision: pair.decision,
    available: formatSum(sumMinor, currency),
    held: formatSum(heldMinor, currency),
    threshold: formatAmount({ amountMinor: `${thresholdMinor}`, currency }),
    reason: pair.reason ?? pair.warnings.join(' '),
  }
}
