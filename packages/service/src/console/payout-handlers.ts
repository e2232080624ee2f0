import type { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Handlers,
  type OperationRequest,
  unitOutOfRange,
} from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { explainPayoutPage, explainPayoutUnit } from '@affiliate-platform/platform/explain'
import { findMembership } from '@affiliate-platform/platform/memberships'
import {
  findPayout,
  listPayoutFacts,
  type PaymentFact,
  type PayoutFact,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { type ConsoleContext, createNaming, toMoney } from './console-context.ts'
import { describeRejection } from './describe-rejection.ts'

type PayoutOperations = Pick<
  typeof consoleOperations,
  'readPayoutFacts' | 'recordPayment' | 'listPayoutLines' | 'explainUnit'
>

const linesMax = 200
const noRejection = { rejected: null, isDoubt: false }

/** Shows payouts, records what was paid, and explains every unit. */
export function createPayoutHandlers(context: ConsoleContext) {
  const { database } = context
  const read = async (workspaceId: string, payoutId: string) => {
    const [payout, facts, toName] = await Promise.all([
      findPayout(database, { workspaceId, payoutId }),
      listPayoutFacts(database, { workspaceId, payoutId }),
      createNaming(context, workspaceId),
    ])
    if (payout === undefined) throw accessDenied()
    const { id, membershipId, status, amountMinor, unpaidMinor, currency, createdAt } = payout
    const member = await findMembership(database, { workspaceId, id: membershipId })
    return {
      ...{ id, status, member: { id: membershipId, name: member?.name ?? '' } },
      ...{ amount: toMoney(amountMinor, currency), unpaid: toMoney(unpaidMinor, currency) },
      createdAt: createdAt.toISOString(),
      facts: facts.map((fact) => toFact(fact, currency, toName)),
    }
  }
  return {
    readPayoutFacts: async ({ caller: { workspaceId }, pathId }) => ({
      value: await read(workspaceId, pathId),
    }),

    recordPayment: async ({ caller: { workspaceId, actor }, pathId, body }) => {
      const { facts } = await read(workspaceId, pathId)
      const isElsewhere = body.kind === 'retraction' && !facts.some(({ id }) => id === body.reportId)
      if (isElsewhere) throw accessDenied()
      const fact = toPaymentFact(body, pathId)
      const isOwn = body.kind === 'report'
      const recorded = await recordPaymentFact(actAs(database, actor), fact, {
        workspaceId,
        ...(isOwn && { id: body.id, rejectsDoubt: !body.isMeant }),
      })
      const payout = await read(workspaceId, pathId)
      const rejection = recorded.ok ? noRejection : describeRejection(recorded.rejection)
      return { value: { payout, ...rejection } }
    },

    listPayoutLines: async ({ caller: { workspaceId }, pathId: payoutId }) => {
      const page = await explainPayoutPage(
        database,
        { workspaceId, payoutId },
        { from: undefined, limit: linesMax },
      )
      if (page === undefined) throw accessDenied()
      const items = page.entries.map(({ commission, referral, amountMinor, currency, units }) => ({
        commissionId: commission.id,
        entry: commission.entry,
        saleKind: commission.saleKind,
        shop: referral?.shop ?? null,
        amount: toMoney(amountMinor, currency),
        units,
      }))
      return { value: { items, isCut: page.next !== undefined } }
    },

    explainUnit: async ({ caller: { workspaceId }, pathId: payoutId, query }) => {
      const unit = BigInt(query.unit)
      const payout = await findPayout(database, { workspaceId, payoutId })
      if (payout === undefined) throw accessDenied()
      const value = await explainPayoutUnit(database, { workspaceId, payoutId }, unit)
      if (value === undefined) throw unitOutOfRange()
      return { value }
    },
  } satisfies Handlers<PayoutOperations, RequestContext>
}

type PaymentBody = OperationRequest<typeof consoleOperations.recordPayment, RequestContext>['body']

function toPaymentFact(body: PaymentBody, payoutId: string): PaymentFact {
  switch (body.kind) {
    case 'report': {
      const { amount, method, reference } = body
      return {
        kind: 'report',
        payoutId,
        amount,
        method,
        reference: reference ?? undefined,
        paidAt: undefined,
      }
    }
    case 'retraction':
      return { kind: 'retraction', reportId: body.reportId, reason: body.reason }
    case 'void':
      return { kind: 'void', payoutId, reason: body.reason }
  }
}

function toFact(fact: PayoutFact, currency: string, toName: (actor: string) => string) {
  const { kind, id, about, amountMinor, method, reference, paidAt, reason, createdAt, actor } = fact
  return {
    ...{ kind, id, about, method, reference, reason },
    amount: amountMinor === null ? null : toMoney(amountMinor, currency),
    paidAt: paidAt?.toISOString() ?? null,
    at: createdAt.toISOString(),
    by: toName(actor),
  }
}
