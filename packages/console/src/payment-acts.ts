import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { toWord } from './parts/same-as.tsx'

/** What can be said next of the payment of a payout. */
export type Act = ConsoleResponse<'readPayoutFacts'>['acts'][number]

/** What is typed of it. */
interface Typed {
  readonly id: string
  readonly isMeant: boolean
  readonly amount: { readonly amountMinor: string; readonly currency: string }
  readonly reference: string
  readonly reason: string
}

/** The fact that is sent for an act. */
export function toBody({ kind, about }: Act, typed: Typed): ConsoleBody<'recordPayment'> {
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
    default:
      return { kind: 'void', reason }
  }
}

const commands: Readonly<Record<string, string>> = {
  confirmation: 'confirm',
  confirmation_retraction: 'retract-confirmation',
  dispute: 'dispute',
  closing: 'close-dispute',
  return: 'return',
  retraction: 'retract',
  void: 'void',
}

/** The command that does the same. */
export function toCommand(
  payoutId: string,
  { kind, about }: Act,
  { amount, reference, reason }: Readonly<Record<'amount' | 'reference' | 'reason', string>>,
): string {
  const start = `payouts ${commands[kind]} ${about ?? payoutId}`
  if (kind === 'confirmation') return `${start} --amount ${amount}`
  const why =
    kind === 'closing' ? `--resolution ${toWord(reason || '…')}` : `--reason ${toWord(reason || '…')}`
  return kind === 'return' ? `${start} --reference ${toWord(reference || '…')} ${why}` : `${start} ${why}`
}
