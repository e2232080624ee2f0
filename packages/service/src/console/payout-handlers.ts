import type { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Caller,
  type Handlers,
  type OperationRequest,
  unitOutOfRange,
} from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { explainPayoutPage, explainPayoutUnit } from '@affiliate-platform/platform/explain'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { findPayoutPayee, type PayeeDetails } from '@affiliate-platform/platform/payees'
import {
  findPayout,
  listPaymentActs,
  listPayoutFacts,
  type PaymentAct,
  type PaymentFact,
  type PayoutFact,
  type PayoutRow,
  payoutsList,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import { createAppLists } from './app-lists.ts'
import { type ConsoleContext, readNaming, toMoney } from './console-context.ts'
import { describeRejection } from './describe-rejection.ts'

type PayoutOperations = Pick<
  typeof consoleOperations,
  'searchPayouts' | 'readPayoutFacts' | 'recordPayment' | 'listPayoutLines' | 'explainUnit'
>

const linesMax = 200
const noRejection = { rejected: null, isDoubt: false }

const toItem = (row: PayoutRow) => ({
  ...{ id: row.id, status: row.status, createdAt: new Date(row.created_at_ms).toISOString() },
  member: { id: row.membership_id, name: row.member_name },
  amount: toMoney(row.amount_minor, row.currency),
  unpaid: toMoney(row.unpaid_minor, row.currency),
})

/** Whom a payout goes to: where exactly, for those alone who pay. */
function toPayee({ method, email, iban, name }: PayeeDetails, { scopes }: Caller) {
  return { method, account: scopes.includes('money:write') ? (email ?? iban ?? name) : null }
}

/** A payout as its screen shows it, with what the caller may do to it. */
async function readPayout(context: ConsoleContext, caller: Caller, payoutId: string) {
  const { database } = context
  const { workspaceId, actor } = caller
  const [payout, facts, payee] = await Promise.all([
    findPayout(database, { workspaceId, payoutId }),
    listPayoutFacts(database, { workspaceId, payoutId }),
    findPayoutPayee(database, { workspaceId, payoutId }),
  ])
  if (payout === undefined) throw accessDenied()
  const speakers = facts.map((fact) => fact.actor)
  const toName = await readNaming(context, workspaceId, speakers)
  const { id, runId, membershipId, status, amountMinor, unpaidMinor, currency, createdAt } = payout
  const member = await findMembership(database, { workspaceId, id: membershipId })
  const toSpeaker = (by: string) => (by === `member:${membershipId}` && member?.name) || toName(by)
  return {
    ...{ id, runId, status, member: { id: membershipId, name: member?.name ?? '' } },
    ...{ amount: toMoney(amountMinor, currency), unpaid: toMoney(unpaidMinor, currency) },
    payee: payee === undefined ? null : toPayee(payee, caller),
    createdAt: createdAt.toISOString(),
    facts: facts.map((fact) => toFact(fact, currency, toSpeaker)),
    acts: listPaymentActs({ payout, facts, actor }).map((act) => ({
      ...{ kind: act.kind, about: act.about },
      amount: act.amountMinor === null ? null : toMoney(act.amountMinor, currency),
      reason: describeAct(act),
    })),
  }
}

/** Shows payouts, records what was paid, and explains every unit. */
export function createPayoutHandlers(context: ConsoleContext) {
  const { database } = context
  const { readPage } = createAppLists(context)
  const read = (caller: Caller, payoutId: string) => readPayout(context, caller, payoutId)
  return {
    searchPayouts: async (asked) => {
      const { rows, ...list } = await readPage('console-payouts', payoutsList, asked)
      return { value: { ...list, items: rows.map(toItem) } }
    },

    readPayoutFacts: async ({ caller, pathId }) => ({ value: await read(caller, pathId) }),

    recordPayment: async ({ caller, pathId, body }) => {
      const { workspaceId, actor } = caller
      const { facts } = await read(caller, pathId)
      const paidOn = body.kind === 'report' ? body.paidOn : null
      const paidAt = paidOn === null ? undefined : await findDayStart(database, workspaceId, paidOn)
      const fact = toPaymentFact(body, pathId, paidAt)
      const about = findAbout(fact)
      if (about !== undefined && !facts.some(({ id }) => id === about)) throw accessDenied()
      const recorded = await recordPaymentFact(actAs(database, actor), fact, {
        workspaceId,
        ...('id' in body && { id: body.id }),
        rejectsDoubt: 'isMeant' in body && !body.isMeant,
      })
      const rejection = recorded.ok ? noRejection : describeRejection(recorded.rejection)
      return { value: { payout: await read(caller, pathId), ...rejection } }
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

function toPaymentFact(body: PaymentBody, payoutId: string, paidAt: Date | undefined): PaymentFact {
  switch (body.kind) {
    case 'report': {
      const { kind, amount, method, reference } = body
      return { kind, payoutId, amount, method, reference: reference ?? undefined, paidAt }
    }
    case 'void':
      return { ...body, payoutId }
    case 'confirmation':
      return { kind: body.kind, reportId: body.reportId, amount: body.amount }
    case 'dispute':
      return { kind: body.kind, reportId: body.reportId, reason: body.reason }
    case 'retraction':
    case 'return':
    case 'confirmation_retraction':
    case 'closing':
      return body
  }
}

const nothingLeft: Readonly<Record<string, string>> = {
  above_payout: 'All of it was recorded as paid.',
  above_report: 'All of it is confirmed.',
}

function describeAct({ rejection }: PaymentAct): string | null {
  if (rejection === null) return null
  return nothingLeft[rejection] ?? describeRejection(rejection).rejected
}

/** The id of the fact that another one is about. */
function findAbout(fact: PaymentFact): string | undefined {
  if ('reportId' in fact) return fact.reportId
  if ('confirmationId' in fact) return fact.confirmationId
  return 'disputeId' in fact ? fact.disputeId : undefined
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
