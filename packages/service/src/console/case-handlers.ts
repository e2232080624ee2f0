import type { ConsoleResponse, consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import {
  type AttributionCase,
  type CaseToDecide,
  countOpenCases,
  decideCase,
  listDecidedCases,
  listOpenCases,
  manyClaims,
  readCase,
} from '@affiliate-platform/platform/attribution'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { type ConsoleContext, readNaming, toMoney } from './console-context.ts'

type CaseOperations = Pick<typeof consoleOperations, 'listCases' | 'readCase' | 'decideCase'>
type Naming = (actor: string) => string

/** What each of them costs to foresee is read for the open ones. */
const casesMax = 20

/** Shows what a person has to decide about who referred shops, and decides it. */
export function createCaseHandlers(context: ConsoleContext) {
  const { database } = context
  return {
    listCases: async ({ caller: { workspaceId }, query: { state, after } }) => {
      const page = { after, limit: casesMax + 1 }
      const [found, openCases] = await Promise.all([
        state === 'decided'
          ? listDecided(database, workspaceId, page)
          : listOpenCases(database, { workspaceId, now: new Date() }, page),
        countOpenCases(database, workspaceId),
      ])
      const deciders = found.map(({ decidedBy }) => decidedBy)
      const toName = await readNaming(context, workspaceId, deciders)
      const items = found.slice(0, casesMax).map((one) => ({
        ...toCase(one),
        stake: one.stake.map(({ amountMinor, currency }) => toMoney(amountMinor, currency)),
        areSalesRead: one.areSalesRead,
        decision: toDecision(one, toName),
      }))
      const next = found.length > casesMax ? (items.at(-1)?.id ?? null) : null
      return { value: { items, next, openCases } }
    },

    readCase: async ({ caller: { workspaceId }, pathId: caseId }) => {
      const found = await readCase(database, { workspaceId, caseId, now: new Date() })
      if (found === undefined) throw accessDenied()
      const deciders = found.decisions.map(({ actor }) => actor)
      return { value: toWire(found, await readNaming(context, workspaceId, deciders)) }
    },

    decideCase: async ({ caller: { workspaceId, actor }, pathId: caseId, body }) => {
      const { answer: decision, reason, revision } = body
      const plan = { workspaceId, caseId, decision, reason, revision, actor }
      const decided = await decideCase(actAs(database, actor), plan)
      if (decided.ok) return { value: { earlier: null } }
      if (decided.rejection === 'unknown_case') throw accessDenied()
      const known = decided.case
      const isRepeated =
        known.revision === revision + 1 &&
        [known.decidedBy, known.decision, known.reason].join('\n') === [actor, decision, reason].join('\n')
      if (isRepeated) return { value: { earlier: null } }
      const toName = await readNaming(context, workspaceId, [known.decidedBy])
      return { value: { earlier: toDecision(known, toName) } }
    },
  } satisfies Handlers<CaseOperations, RequestContext>
}

/** Nothing is at stake in what was decided. */
const listDecided = async (...asked: Parameters<typeof listDecidedCases>) =>
  (await listDecidedCases(...asked)).map((one) => ({ ...one, stake: [], areSalesRead: true }))

const toCase = (one: AttributionCase) => ({
  ...{ id: one.id, kind: one.kind, shop: one.shopDomain },
  member: { id: one.membershipId, name: one.memberName },
  openedAt: one.createdAt.toISOString(),
})

function toDecision({ decision, reason, decidedBy, decidedAt }: AttributionCase, toName: Naming) {
  if (decision === null || reason === null || decidedBy === null || decidedAt === null) return null
  return { answer: decision, reason, by: toName(decidedBy), at: decidedAt.toISOString() }
}

function toWire(found: CaseToDecide, toName: Naming): ConsoleResponse<'readCase'> {
  const { case: about, living, memberNames, decisions, others, claims, isComplete } = found
  const toMember = (id: string) => ({ id, name: memberNames.get(id) ?? '' })
  return {
    ...toCase(about),
    evidenceId: about.evidenceId,
    installs: found.installations.map(({ fromMs, untilMs }) => ({
      from: new Date(fromMs).toISOString(),
      until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
    })),
    evidence: found.evidence.map(({ membershipId, occurredAt, toldAt, dayClicks, clicksBefore, ...one }) => ({
      ...{ id: one.id, kind: one.kind, code: one.code, claim: one.claim, verdict: one.verdict },
      member: toMember(membershipId),
      at: occurredAt.toISOString(),
      toldAt: toldAt.toISOString(),
      clicks: dayClicks === null ? null : { day: dayClicks, before: clicksBefore ?? 0 },
    })),
    now: living ? toMember(living.membershipId) : null,
    isByOperator: living !== undefined && living.evidenceId === null,
    paid: found.paid.map(({ amountMinor, currency }) => toMoney(amountMinor, currency)),
    alone: found.aloneMembershipId === null ? null : toMember(found.aloneMembershipId),
    answers: found.answers.map(({ answer, change, membershipId, appliesFrom, verdict, amounts }) => ({
      ...{ answer, isChange: change !== 'none', verdict, from: appliesFrom?.toISOString() ?? null },
      member: membershipId === null ? null : toMember(membershipId),
      amounts: amounts.map((one) => ({
        member: toMember(one.membershipId),
        amount: toMoney(one.amountMinor, one.currency),
      })),
    })),
    decisions: decisions.map(({ decision: answer, reason, actor, createdAt }) => ({
      ...{ answer, reason, by: toName(actor), at: createdAt.toISOString() },
    })),
    revision: about.revision,
    others: others.map(({ id, kind, memberName }) => ({ id, kind, member: memberName })),
    claims: { ...claims, areMany: claims.waiting >= manyClaims },
    isComplete,
    areSalesRead: found.areSalesRead,
  }
}
