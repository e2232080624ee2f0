import { formatAmount } from '@affiliate-platform/contract'
import type { Queryable } from '@affiliate-platform/platform/database'
import {
  hasOwnId,
  isMadeByHand,
  type PaymentFact,
  type RecordedFact,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { OperatorError } from '../command-line/operator-error.ts'
import type { Done } from '../command-line/print-done.ts'
import type { RepeatableChange } from '../command-line/run-repeatable.ts'
import { describePaymentRejection } from './describe-payment-rejection.ts'
import { chooseId, describeTakenId, type MoneyFlags } from './money-command.ts'

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

async function describeVoid(database: Queryable, key: Parameters<typeof isMadeByHand>[1]): Promise<string> {
  return (await isMadeByHand(database, key))
    ? ' It was made by hand: nothing is due again.'
    : ' Its commissions are due again in the next run.'
}

/** The change that records a fact; it prints its id, or of a fact without one the payout's, and the state that follows. */
export function toChange(fact: PaymentFact, flags: MoneyFlags): RepeatableChange<Done> {
  const id = hasOwnId(fact) ? chooseId(flags) : undefined
  return {
    what: outcomes[fact.kind],
    id,
    run: async (database, workspaceId) => {
      const context = { workspaceId, id, rejectsDoubt: !flags.yes }
      const recorded = await recordPaymentFact(database, fact, context)
      if (recorded.ok) {
        const key = { workspaceId, payoutId: recorded.payout.id }
        const effect = fact.kind === 'void' ? await describeVoid(database, key) : ''
        return toDone(recorded, { ownId: id, effect })
      }
      throw new OperatorError(
        recorded.rejection === 'other_content'
          ? describeTakenId(fact.kind, recorded)
          : await describePaymentRejection(database, workspaceId, { fact, rejected: recorded }),
      )
    },
  }
}

function toDone(
  { payout, isNew }: Extract<RecordedFact, { ok: true }>,
  { ownId, effect }: { readonly ownId: string | undefined; readonly effect: string },
): Done {
  const unpaid = formatAmount({ amountMinor: payout.unpaidMinor, currency: payout.currency })
  const state = `The payout is now ${payout.status}; unpaid: ${unpaid}.${effect}`
  return {
    value: ownId ?? payout.id,
    record: { id: ownId ?? null, payout },
    message: isNew ? state : `This is already recorded. Nothing was changed. ${state}`,
  }
}
