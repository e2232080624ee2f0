import * as z from 'zod/mini'
import { caseAnswers, caseKinds } from '../lib/case-kinds.ts'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { type VerdictCode, verdictSentences } from '../lib/verdicts.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema, memberSchema, signedMoneySchema } from './parts.ts'

/** What became of evidence. */
export const verdictSchema = z.enum(Object.keys(verdictSentences) as VerdictCode[])

const decisionMembers = {
  answer: z.enum(caseAnswers),
  reason: z.string(),
  /** Who decided it: a name where it is known. */
  by: z.string(),
  at: instantSchema,
}

const caseMembers = {
  id: z.guid(),
  kind: z.enum(caseKinds),
  shop: z.string(),
  /** Whom the evidence names. */
  member: memberSchema,
  openedAt: instantSchema,
}

/** Lists the cases that wait for a decision, the oldest first, or those that were decided, the newest first. */
export const listCases = defineOperation({
  id: 'listCases',
  method: 'GET',
  path: '/api/console/v1/cases',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    /** `open` where nothing is said. */
    state: z.optional(z.string().check(z.regex(/^(open|decided)$/))),
    /** The `next` of the page before. */
    after: z.optional(z.guid()),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        ...caseMembers,
        /** How much more the member would have earned by now if the evidence counts; of open cases alone. */
        stake: z.array(signedMoneySchema),
        /** Whether its sales are known: they are read once somebody has referred the shop. */
        areSalesRead: z.boolean(),
        /** The last decision; null while there is none. */
        decision: z.nullable(responseObject(decisionMembers)),
      }),
    ),
    next: z.nullable(z.guid()),
    openCases: z.int(),
  }),
})

/** Reads a case: what is known of the shop, and what each answer would lead to. */
export const readCase = defineOperation({
  id: 'readCase',
  method: 'GET',
  path: '/api/console/v1/cases/:id',
  pathRecord: 'case',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    ...caseMembers,
    evidenceId: z.guid(),
    installs: z.array(responseObject({ from: instantSchema, until: z.nullable(instantSchema) })),
    /** Whether the app's installs were read from the Partner API. */
    isComplete: z.boolean(),
    /** In the order of time. */
    evidence: z.array(
      responseObject({
        id: z.guid(),
        kind: z.enum(['coupon', 'analytics', 'claim']),
        member: memberSchema,
        code: z.nullable(z.string()),
        /** What a claim says. */
        claim: z.nullable(z.string()),
        at: instantSchema,
        toldAt: instantSchema,
        /** Clicks on the member's links in the day before it, and in the 28 days before that; null where not counted. */
        clicks: z.nullable(responseObject({ day: z.int(), before: z.int() })),
        /** What becomes of it now. */
        verdict: verdictSchema,
      }),
    ),
    /** Who has referred the shop by now. */
    now: z.nullable(memberSchema),
    /** Whether an operator has said so, and no evidence. */
    isByOperator: z.boolean(),
    /** What of their commissions is in payouts. */
    paid: z.array(signedMoneySchema),
    /** Who would have referred it without any decision of a person. */
    alone: z.nullable(memberSchema),
    areSalesRead: z.boolean(),
    answers: z.array(
      responseObject({
        answer: z.enum(caseAnswers),
        /** Who would have referred the shop; null: nobody. */
        member: z.nullable(memberSchema),
        isChange: z.boolean(),
        /** From when on the shop's sales would earn, where there would be another referral. */
        from: z.nullable(instantSchema),
        /** What would become of the evidence. */
        verdict: verdictSchema,
        /** What a member would earn; what would be taken back is below zero. */
        amounts: z.array(responseObject({ member: memberSchema, amount: signedMoneySchema })),
      }),
    ),
    /** The latest first. */
    decisions: z.array(responseObject(decisionMembers)),
    /** How many decisions there are: what the next one has seen. */
    revision: z.int(),
    /** The other open cases of the shop. */
    others: z.array(responseObject({ id: z.guid(), kind: z.enum(caseKinds), member: z.string() })),
    /** How the claims of the member were decided so far. */
    claims: responseObject({
      decided: z.int(),
      accepted: z.int(),
      waiting: z.int(),
      /** Whether so many wait that somebody should look at the member first. */
      areMany: z.boolean(),
    }),
  }),
})

/** Decides a case, or decides it again. */
export const decideCase = defineOperation({
  id: 'decideCase',
  method: 'POST',
  path: '/api/console/v1/cases/:id/decision',
  pathRecord: 'case',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    answer: z.enum(caseAnswers),
    reason: lineSchema(500),
    /** The `revision` of the case as it was seen: a later decision is shown, and not replaced. */
    revision: z.int().check(z.gte(0)),
  }),
  response: responseObject({
    /** The decision of somebody else that came first; null where this one counts. */
    earlier: z.nullable(responseObject(decisionMembers)),
  }),
})
