import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import { freezeRun, type PayoutRun, type RunFreezing } from '@affiliate-platform/platform/payout-runs'
import { postWaiting } from '@affiliate-platform/platform/sales'
import { required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parsePreviewHash } from '../command-line/parse-value.ts'
import { toInstant } from '../command-line/to-instant.ts'
import { type AsOfFlag, asOfOption, describeTime } from './as-of-option.ts'
import { chooseId, describeTakenId, idOption, type MoneyFlags } from './money-command.ts'
import { formatSums } from './signed-money.ts'

interface RunFlags extends AsOfFlag, MoneyFlags {
  readonly preview: string
}

export const payoutRunCommand = change<RunFlags>()({
  name: 'run',
  description: 'freeze the payouts of a preview, if it is still valid, and print the id of the run',
  examples: ['payouts run --as-of 2026-04-01 --preview "$hash"'],
  options: [
    idOption,
    asOfOption,
    required('--preview <hash>', 'what payouts preview printed', parsePreviewHash),
  ],
  toChange: ({ flags, actor }) => {
    const runId = chooseId(flags)
    const plan = { runId, previewHash: flags.preview, actor }
    return {
      what: 'the run was frozen',
      id: runId,
      silenceTimeoutMs: longSilenceTimeoutMs,
      run: async (database, workspaceId) => {
        // A run knows what was imported; whoever's shop cannot be posted is left out of it.
        await postWaiting(database, { workspaceId, actor })
        const asOf = await toInstant(database, workspaceId, flags.asOf)
        const frozen = await freezeRun(database, { ...plan, workspaceId, asOf })
        if (!frozen.ok) throw new OperatorError(describeRejection(frozen))
        const { payouts } = frozen.run
        const sum = `${payouts.length}, total ${formatSums(payouts)}.`
        const done =
          payouts.length === 0 ? 'The run was frozen. It pays nobody.' : `Payouts were frozen: ${sum}`
        const message = frozen.isNew
          ? done
          : `This run is already frozen. Nothing was changed. Payouts: ${sum}`
        return { value: frozen.run.id, record: toDocument(frozen.run), message }
      },
    }
  },
})

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
    case 'before_earlier_run':
      return describeTime(frozen)
    case 'other_preview':
      return 'The preview is no longer valid: commissions, payouts, thresholds or exclusions have changed since, or waiting sales were posted. No run was written. Check a new payouts preview.'
    case 'other_content':
      return describeTakenId('run', frozen, 'payouts runs list')
  }
}
