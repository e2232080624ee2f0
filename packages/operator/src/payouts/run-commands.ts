import {
  freezeRun,
  listRuns,
  type PayoutRun,
  type RunFreezing,
} from '@affiliate-platform/platform/payout-runs'
import type { Command } from 'commander'
import { addWorkspaceOption } from '../command-line/choose-workspace.ts'
import { addChangeCommand } from '../command-line/database-command.ts'
import { list } from '../command-line/list-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parsePreviewHash } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AsOfFlags, addAsOfOption, aheadMessage } from './as-of-option.ts'
import { addIdOption, announceId, describeTakenId, type MoneyFlags, runRepeatable } from './money-command.ts'
import { formatSums } from './signed-money.ts'

interface RunFlags extends AsOfFlags, MoneyFlags {
  readonly preview: string
}

/** Adds `payouts run`. */
export function addRunCommand(payouts: Command, terminal: Terminal): void {
  const run = addChangeCommand(payouts, 'run', {
    description:
      'freeze the payouts of a preview and print the id of the run; only while the preview still holds',
    examples: ['payouts run --as-of 2026-04-01 --preview "$hash"'],
  })
  addAsOfOption(addIdOption(addWorkspaceOption(run)))
    .requiredOption('--preview <hash>', 'what payouts preview printed', parsePreviewHash('--preview'))
    .action((flags: RunFlags) => runPayouts(terminal, flags))
}

/** `payouts runs`. */
export const runsCommand = list()({
  name: 'runs',
  description: 'list the payout runs, the latest first',
  examples: ['payouts runs', 'payouts runs --json'],
  find: ({ database, workspaceId, page }) => listRuns(database, workspaceId, page),
  toAfter: ({ id }) => id,
})

async function runPayouts(terminal: Terminal, flags: RunFlags): Promise<void> {
  const runId = announceId(terminal, flags)
  const plan = { runId, asOf: new Date(flags.asOf), previewHash: flags.preview, actor: toOperator(flags) }
  // The server says nothing while it writes a large run, or waits for a rival: the database ends that in its own time.
  const patiently = { ...flags, silenceTimeoutMs: 660_000 }
  const frozen = await runRepeatable(terminal, patiently, {
    what: 'the run was frozen',
    id: runId,
    run: (database, workspaceId) => freezeRun(database, { ...plan, workspaceId }),
  })
  if (!frozen.ok) throw new OperatorError(describeRejection(frozen))
  const { run, isNew } = frozen
  const sums = formatSums(run.payouts)
  printDone(terminal, flags, {
    value: run.id,
    record: toDocument(run),
    message: isNew
      ? `Payouts were frozen: ${run.payouts.length}, together ${sums}.`
      : `This run was frozen before. Nothing was changed. Payouts: ${run.payouts.length}, together ${sums}.`,
  })
}

function toDocument({ id, asOf, payouts }: PayoutRun): object {
  return {
    runId: id,
    asOf,
    payouts: payouts.map(({ amountMinor, currency, ...payout }) => ({
      id: payout.id,
      membershipId: payout.membershipId,
      amount: { amountMinor, currency },
      lines: payout.lines,
    })),
  }
}

function describeRejection(frozen: Extract<RunFreezing, { ok: false }>): string {
  switch (frozen.rejection) {
    case 'ahead':
      return aheadMessage
    case 'other_preview':
      return 'The preview does not hold any more: commissions, payouts, thresholds or exclusions have changed since. Nothing was written. Look at a new payouts preview.'
    case 'other_content':
      return describeTakenId('run', frozen.differences).replace('payouts show', 'payouts runs')
  }
}
