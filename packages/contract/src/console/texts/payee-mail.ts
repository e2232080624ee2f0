import { type MailReader, type MailText, toTime } from './mail-text.ts'

/** Where the payouts of a member go was changed. None of it is told: the mail goes to two addresses. */
export interface PayeeChanged {
  readonly kind: 'payee_changed'
  readonly membershipId: string
  readonly member: string
  readonly program: string
  readonly isByMember: boolean
  readonly changedAt: Date
  /** Until when nothing is paid there; null where that is not so. */
  readonly heldUntil: Date | null
}

export function describePayeeChange(change: PayeeChanged, reader: MailReader): MailText {
  const { membershipId, member, program, isByMember, heldUntil } = change
  const { workspaceName } = reader
  const at = toTime(change.changedAt, reader)
  return {
    subject: `Where payouts from ${program} go was changed`,
    paragraphs: [
      isByMember
        ? `On ${at}, somebody who is signed in for ${member} changed where payouts from ${program} go.`
        : `On ${at}, ${workspaceName} changed where payouts from ${program} to ${member} go.`,
      ...(heldUntil === null ? [] : [`Nothing is paid there before ${toTime(heldUntil, reader)}.`]),
      `If you do not know of it, tell ${workspaceName} at once.`,
    ],
    link: { label: 'See your payout details', path: `/portal/${membershipId}/more/payee` },
  }
}
