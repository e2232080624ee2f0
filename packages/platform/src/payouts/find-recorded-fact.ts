import type { Queryable } from '../database/statements/database.ts'
import { listDifferences, type OtherContent } from '../idempotency/other-content.ts'
import { hasOwnId, type PaymentFact } from './payment-fact.ts'
import { listPayoutFacts, type PayoutFact, type PayoutKey } from './store.ts'

/** What a fact says, as it is read back. */
type FactContent = Pick<PayoutFact, 'about'> & Partial<PayoutFact>

/**
 * Finds the fact of an earlier run of the same command: by its id, or by what it is about where facts have no id.
 *
 * @returns in what the earlier one differs; `undefined` when there is none
 */
export async function findRecordedFact(
  tx: Queryable,
  fact: PaymentFact,
  { id, ...payout }: PayoutKey & { readonly id: string },
): Promise<OtherContent['differences'] | undefined> {
  const content = toContent(fact)
  const isIdentified = hasOwnId(fact)
  const recorded = (await listPayoutFacts(tx, payout)).find(
    (each) => each.kind === fact.kind && (isIdentified ? each.id === id : each.about === content.about),
  )
  if (recorded === undefined) return undefined
  const differences = listDifferences(recorded, content)
  // Retracted, closed or voided with other words is done before, and not the same command again.
  return isIdentified || differences.length === 0 ? differences : undefined
}

function toContent(fact: PaymentFact): FactContent {
  switch (fact.kind) {
    case 'report': {
      const { amount, method, reference = null, paidAt } = fact
      const content = { about: null, amountMinor: amount.amountMinor, method, reference }
      // "Now" is another time when the command is run again.
      return paidAt === undefined ? content : { ...content, paidAt }
    }
    case 'confirmation':
      return { about: fact.reportId, amountMinor: fact.amount.amountMinor }
    case 'dispute':
    case 'retraction':
      return { about: fact.reportId, reason: fact.reason }
    case 'confirmation_retraction':
      return { about: fact.confirmationId, reason: fact.reason }
    case 'closing':
      return { about: fact.disputeId, reason: fact.resolution }
    case 'return':
      return { about: fact.reportId, reference: fact.reference, reason: fact.reason }
    case 'void':
      return { about: null, reason: fact.reason }
  }
}
