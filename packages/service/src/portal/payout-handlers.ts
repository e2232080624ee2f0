import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  findPayout,
  listPaymentActs,
  listPayoutFacts,
  type PaymentFact,
  payoutsList,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { toMoney } from '../console/console-context.ts'
import { createOwnLists } from './own-lists.ts'
import { findOwnRecord, type PortalContext, reachOf, selfOf, toTeller } from './portal-context.ts'

type PayoutOperations = Pick<typeof memberOperations, 'listOwnPayouts' | 'readOwnPayout' | 'answerPayment'>

/** Shows members their payouts, and records whether they arrived. */
export function createOwnPayoutHandlers(context: PortalContext) {
  const { database } = context
  const { readPage } = createOwnLists(context)
  const read = async (caller: Caller, payoutId: string) => {
    const membershipId = await findOwnRecord(database, caller, { kind: 'payouts', id: payoutId })
    const { workspaceId } = caller
    const actor = selfOf(caller)
    const [payout, facts] = await Promise.all([
      findPayout(database, { workspaceId, payoutId }),
      listPayoutFacts(database, { workspaceId, payoutId }),
    ])
    if (payout === undefined) throw accessDenied()
    const { id, status, amountMinor, unpaidMinor, currency, createdAt } = payout
    const toOwn = (minor: string | null) => (minor === null ? null : toMoney(minor, currency))
    return {
      ...{ id, status, membershipId, createdAt: createdAt.toISOString() },
      ...{ amount: toMoney(amountMinor, currency), unpaid: toMoney(unpaidMinor, currency) },
      facts: facts.map(({ kind, id: factId, method, reference, reason, ...fact }) => ({
        ...{ kind, id: factId, method, reference, reason, amount: toOwn(fact.amountMinor) },
        paidAt: fact.paidAt?.toISOString() ?? null,
        at: fact.createdAt.toISOString(),
        by: toTeller(fact.actor, actor),
      })),
      acts: listPaymentActs({ payout, facts, actor }).flatMap(({ kind, about, rejection, ...act }) =>
        isAnswer(kind) && about !== null && rejection === null && isTheirs(facts, { kind, about, actor })
          ? { kind, about, amount: toOwn(act.amountMinor) }
          : [],
      ),
    }
  }
  return {
    listOwnPayouts: async (asked) => {
      const { rows, nextCursor } = await readPage('portal-payouts', payoutsList, asked)
      const items = rows.map((row) => ({
        ...{ id: row.id, status: row.status, createdAt: new Date(row.created_at_ms).toISOString() },
        amount: toMoney(row.amount_minor, row.currency),
        unpaid: toMoney(row.unpaid_minor, row.currency),
      }))
      return { value: { items, nextCursor } }
    },

    readOwnPayout: async ({ caller, pathId }) => ({ value: await read(caller, pathId) }),

    answerPayment: async ({ caller, pathId, body }) => {
      const { acts, facts } = await read(caller, pathId)
      const { id, ...fact } = 'id' in body ? body : { ...body, id: undefined }
      const about = findAbout(fact)
      // A fact of another payout is not to be told from one that is not there.
      if (!facts.some((known) => known.id === about)) throw accessDenied()
      const isKnown = id !== undefined && facts.some((known) => known.id === id)
      const isPossible = isKnown || acts.some((act) => act.kind === fact.kind && act.about === about)
      const rejected = isPossible ? await record(caller, fact, id) : 'This cannot be said of the payment now.'
      return { value: { payout: await read(caller, pathId), rejected } }
    },
  } satisfies Handlers<PayoutOperations, RequestContext>

  /** @returns why nothing was recorded, in words; null where it was */
  async function record(caller: Caller, fact: PaymentFact, id: string | undefined): Promise<string | null> {
    const where = { ...reachOf(caller), ...(id !== undefined && { id }) }
    const recorded = await recordPaymentFact(actAs(database, caller.actor), fact, where)
    return recorded.ok ? null : (words[recorded.rejection] ?? 'This cannot be said of the payment now.')
  }
}

type Answer = Extract<
  PaymentFact,
  { readonly kind: 'confirmation' | 'dispute' | 'confirmation_retraction' | 'closing' }
>

const answers: readonly string[] = [
  'confirmation',
  'dispute',
  'confirmation_retraction',
  'closing',
] satisfies readonly Answer['kind'][]

const isAnswer = (kind: string): kind is Answer['kind'] => answers.includes(kind)

/** What is taken back is one's own word: what an operator has said for the member, the operator takes back. */
function isTheirs(
  facts: Awaited<ReturnType<typeof listPayoutFacts>>,
  { kind, about, actor }: { readonly kind: Answer['kind']; readonly about: string; readonly actor: string },
): boolean {
  if (kind === 'confirmation') return true
  if (kind === 'dispute') {
    const closed = facts.filter((fact) => fact.kind === 'closing').map((fact) => fact.about)
    return !facts.some((fact) => fact.kind === 'dispute' && fact.about === about && !closed.includes(fact.id))
  }
  return facts.some((fact) => fact.id === about && fact.actor === actor)
}

function findAbout(fact: Answer): string {
  if ('reportId' in fact) return fact.reportId
  return 'confirmationId' in fact ? fact.confirmationId : fact.disputeId
}

const words: Readonly<Record<string, string>> = {
  above_report: 'This is more than was paid.',
  other_currency: 'The payment was in another currency.',
  report_retracted: 'The program has taken this payment back meanwhile.',
  report_returned: 'The bank has returned this payment meanwhile.',
  confirmation_retracted: 'You have taken this back already.',
  dispute_closed: 'This was settled meanwhile.',
  other_content: 'You have said something else about this payment already.',
}
