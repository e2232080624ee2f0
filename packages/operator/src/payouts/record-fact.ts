import { formatAmount } from '@affiliate-platform/contract'
import { newId } from '@affiliate-platform/platform/database'
import {
  hasOwnId,
  type PaymentFact,
  type PaymentRejection,
  type RecordedFact,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import type { Done } from '../command-line/print-done.ts'
import type { RepeatableChange } from '../command-line/run-repeatable.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { checkPlausible } from './check-plausible.ts'
import { announceId, describeTakenId, type MoneyFlags } from './money-command.ts'

/** What the operator is told; of an id that nothing has, what it should be the id of. */
const rejections: Readonly<Record<PaymentRejection, string | { readonly what: string }>> = {
  unknown_payout: { what: 'payout' },
  unknown_report: { what: 'report' },
  unknown_dispute: { what: 'dispute' },
  unknown_confirmation: { what: 'confirmation' },
  other_currency: 'The payout is in another currency. See payouts show.',
  payout_voided: 'The payout is voided.',
  payout_reported: 'The payout has a report. If nothing was paid, retract that first.',
  report_retracted: 'The report is retracted. A payment that was made needs a new report.',
  confirmation_retracted: 'The confirmation has already been retracted.',
  confirmed_by_member:
    'The member has confirmed this: only the member can take it back. See payouts dispute.',
  dispute_closed: 'The dispute has already been closed.',
  above_payout:
    'The reports, disputed ones included, would exceed the amount of the payout. See payouts show.',
  above_report: 'The confirmations would exceed the amount of their report.',
}

/** The id that the command was given. */
function toSubjectId(fact: PaymentFact): string {
  if ('payoutId' in fact) return fact.payoutId
  if ('reportId' in fact) return fact.reportId
  return 'disputeId' in fact ? fact.disputeId : fact.confirmationId
}

const outcomes: Readonly<Record<PaymentFact['kind'], string>> = {
  report: 'the report was recorded',
  retraction: 'the report was retracted',
  confirmation: 'the confirmation was recorded',
  confirmation_retraction: 'the confirmation was retracted',
  dispute: 'the dispute was recorded',
  closing: 'the dispute was closed',
  void: 'the payout was voided',
}

const voidEffect = ' Its commissions are due again in the next run; a manual payout is taken back as a whole.'

/** The change that records a fact; it prints its id, or of a fact without one the payout's, and the state that follows. */
export function toChange(fact: PaymentFact, flags: MoneyFlags, terminal: Terminal): RepeatableChange<Done> {
  const ownId = hasOwnId(fact) ? announceId(terminal, flags) : undefined
  const id = ownId ?? newId()
  return {
    what: outcomes[fact.kind],
    id: ownId,
    run: async (database, workspaceId) => {
      if (!flags.yes) await checkPlausible(database, fact, { workspaceId, id })
      const recorded = await recordPaymentFact(database, fact, { id, workspaceId })
      if (recorded.ok) return toDone(fact, recorded, ownId)
      if (recorded.rejection === 'other_content') {
        throw new OperatorError(describeTakenId(fact.kind, recorded.differences))
      }
      const told = rejections[recorded.rejection]
      if (typeof told === 'string') throw new OperatorError(told)
      const unknown = { ...told, id: toSubjectId(fact) }
      throw new OperatorError(await describeUnknownId(database, workspaceId, unknown))
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
