import type { CommandLine, ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { toWord } from './to-word.ts'

type AnyAct = ConsoleResponse<'readPayoutFacts'>['acts'][number]

/** What can be said next of a payment that was recorded, or of the payout. */
export type PaymentAct = AnyAct & { readonly kind: Exclude<AnyAct['kind'], 'report'> }

/** Whether something can be said of what is there; a payment is recorded by its own form. */
export const isPaymentAct = (act: AnyAct): act is PaymentAct => act.kind !== 'report'

interface Typed {
  readonly id: string
  readonly isMeant: boolean
  readonly amount: { readonly amountMinor: string; readonly currency: string }
  readonly reference: string
  readonly reason: string
}

/** The fact that is sent for an act. */
export function toPaymentBody({ kind, about }: PaymentAct, typed: Typed): ConsoleBody<'recordPayment'> {
  const { id, isMeant, amount, reference, reason } = typed
  const known = about ?? ''
  switch (kind) {
    case 'confirmation':
      return { kind, id, reportId: known, amount }
    case 'confirmation_retraction':
      return { kind, confirmationId: known, reason }
    case 'dispute':
      return { kind, id, reportId: known, reason, isMeant }
    case 'closing':
      return { kind, disputeId: known, resolution: reason }
    case 'return':
      return { kind, reportId: known, reference, reason }
    case 'retraction':
      return { kind, reportId: known, reason }
    case 'void':
      return { kind, reason }
  }
}

const commands: Readonly<Record<PaymentAct['kind'], CommandLine>> = {
  confirmation: 'payouts confirm',
  confirmation_retraction: 'payouts retract-confirmation',
  dispute: 'payouts dispute',
  closing: 'payouts close-dispute',
  return: 'payouts return',
  retraction: 'payouts retract',
  void: 'payouts void',
}

/** The command that does the same. */
export function toCommand(
  payoutId: string,
  { kind, about }: PaymentAct,
  { amount, reference, reason }: Readonly<Record<'amount' | 'reference' | 'reason', string>>,
): CommandLine {
  const start: CommandLine = `${commands[kind]} ${about ?? payoutId}`
  if (kind === 'confirmation') return `${start} --amount ${amount}`
  const why =
    kind === 'closing' ? `--resolution ${toWord(reason || '…')}` : `--reason ${toWord(reason || '…')}`
  return kind === 'return' ? `${start} --reference ${toWord(reference || '…')} ${why}` : `${start} ${why}`
}
