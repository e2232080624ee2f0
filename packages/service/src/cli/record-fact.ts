import { formatAmount } from '@affiliate-platform/contract'
import { newId } from '../access/new-id.ts'
import type { PaymentFact, PaymentRefusal } from '../payouts/payment-fact.ts'
import { recordPaymentFact } from '../payouts/record-payment-fact.ts'
import { chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { runOnDatabase } from './database-command.ts'
import { OperatorError } from './operator-error.ts'
import { printDone } from './print-done.ts'
import type { Terminal } from './terminal.ts'

const refusals: Readonly<Record<PaymentRefusal, string>> = {
  unknown_payout: 'The workspace has no such payout. See payouts list.',
  unknown_report: 'The workspace has no such report. See payouts show.',
  unknown_dispute: 'The workspace has no such dispute. See payouts show.',
  other_currency: 'The payout is in another currency. See payouts show.',
  payout_voided: 'The payout is voided.',
  report_retracted: 'The report is retracted. A payment that was made needs a new report.',
  dispute_closed: 'The dispute is closed already.',
  above_payout: 'The reports, disputed ones included, would exceed the amount of the payout.',
  above_report: 'The confirmations would exceed the amount of their report.',
}

/** Records a fact and prints its id, or of a fact without one the payout's; and the state that follows. */
export async function recordFact(
  terminal: Terminal,
  flags: WorkspaceFlags,
  fact: PaymentFact,
): Promise<void> {
  const id = newId()
  const recorded = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await recordPaymentFact(database, fact, { workspaceId, id, createdAt: new Date() })
  })
  if (!recorded.ok) throw new OperatorError(refusals[recorded.refusal])
  const { payout } = recorded
  const unpaid = { amountMinor: payout.unpaidMinor, currency: payout.currency }
  const hasId = fact.kind === 'report' || fact.kind === 'confirmation' || fact.kind === 'dispute'
  printDone(terminal, flags, {
    value: hasId ? id : payout.id,
    record: { id: hasId ? id : null, payout },
    message: `The payout is ${payout.status} now; unpaid: ${formatAmount(unpaid)}.`,
  })
}
