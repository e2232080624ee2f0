import { dayMs } from '@affiliate-platform/contract'
import { type Queryable, readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  findOpenDispute,
  findStandingFacts,
  listPayoutFacts,
  type PaymentFact,
} from '@affiliate-platform/platform/payouts'
import { OperatorError } from '../command-line/operator-error.ts'

/** Clocks of banks and of people differ by less. */
const futureMaxMs = dayMs

interface Place {
  readonly workspaceId: string
  /** The id that the fact will have. */
  readonly id: string
}

/**
 * Checks a fact for what is allowed and is mostly a mistake: a payment from the future, one that was reported before, or
 * a second dispute of a report.
 *
 * @throws OperatorError when the operator has to say `--yes`
 */
export async function checkPlausible(database: Queryable, fact: PaymentFact, place: Place): Promise<void> {
  if (fact.kind === 'report') await checkReport(database, fact, place)
  if (fact.kind !== 'dispute') return
  const open = await findOpenDispute(database, { ...place, reportId: fact.reportId })
  if (open === undefined || open === place.id) return
  throw new OperatorError(
    `The report is already disputed: dispute ${open} is open. If this is another objection, add --yes.`,
  )
}

async function checkReport(
  database: Queryable,
  { payoutId, method, reference, paidAt }: Extract<PaymentFact, { kind: 'report' }>,
  { workspaceId, id }: Place,
): Promise<void> {
  if (paidAt !== undefined && paidAt.getTime() > (await readDatabaseTime(database)).getTime() + futureMaxMs) {
    throw new OperatorError(
      `--paid-at ${paidAt.toISOString()} is in the future. If that is intended, add --yes.`,
    )
  }
  if (reference === undefined) return
  const facts = findStandingFacts(await listPayoutFacts(database, { workspaceId, payoutId }))
  const double = facts.find(
    (known) =>
      known.kind === 'report' && known.id !== id && known.method === method && known.reference === reference,
  )
  if (double === undefined) return
  throw new OperatorError(
    `This payment has already been reported, by ${method} with the same reference: report ${double.id}. If it was paid twice, add --yes.`,
  )
}
