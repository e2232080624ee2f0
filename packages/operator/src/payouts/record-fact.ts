import { formatAmount } from '@affiliate-platform/contract'
import {
  hasOwnId,
  type PaymentFact,
  type RecordedFact,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { OperatorError } from '../command-line/operator-error.ts'
import type { Done } from '../command-line/print-done.ts'
import type { RepeatableChange } from '../command-line/run-repeatable.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { describePaymentRejection } from './describe-payment-rejection.ts'
import { announceId, describeTakenId, type MoneyFlags } from './money-command.ts'

const outcomes: Readonly<Record<PaymentFact['kind'], string>> = {
  report: 'the report was recorded',
  retraction: 'the report was retracted',
  return: 'the return was recorded',
  confirmation: 'the confirmation was recorded',
  confirmation_retraction: 'the confirmation was retracted',
  dispute: 'the dispute was recorded',
  closing: 'the dispute was closed',
  void: 'the payout was voided',
}

const voidEffect = ' Its commissions are due again in the next run; a manual payout is taken back as a whole.'

/** The change that records a fact; it prints its id, or of a fact without one the payout's, and the state that follows. */
export function toChange(fact: PaymentFact, flags: MoneyFlags, terminal: Terminal): RepeatableChange<Done> {
  const id = hasOwnId(fact) ? announceId(terminal, flags) : undefined
  return {
    what: outcomes[fact.kind],
    id,
    run: async (database, workspaceId) => {
      const context = { workspaceId, id, rejectsDoubt: !flags.yes }
      const recorded = await recordPaymentFact(database, fact, context)
      if (recorded.ok) return toDone(fact, recorded, id)
      throw new OperatorError(
        recorded.rejection === 'other_content'
          ? describeTakenId(fact.kind, recorded)
          : await describePaymentRejection(database, workspaceId, { fact, rejected: recorded }),
      )
    },
  }
}

function toDone(
  { kind }: PaymentFact,
  { payout, isNew }: Extract<RecordedFact, { ok: true }>,
  ownId: string | undefined,
): Done {
  const unpaid = formatAmount({ amountMinor: payout.unpaidMinor, currency: payout.currency })
  const state = `The payout is now ${payout.status}; unpaid: ${unpaid}.${kind === 'void' ? voidEffect : ''}`
  return {
    value: ownId ?? payout.id,
    record: { id: ownId ?? null, payout },
    message: isNew ? state : `This is already recorded. Nothing was changed. ${state}`,
  }
}
