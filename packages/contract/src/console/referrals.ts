import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { createListQuerySchema } from '../lib/list-query.ts'
import { responseObject } from '../lib/response-object.ts'
import { termsRulesResponseSchema } from '../lib/terms.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { appListMembers, memberSchema, signedMoneySchema } from './parts.ts'

const referralMembers = {
  id: z.guid(),
  shop: z.string(),
  member: memberSchema,
  status: z.string(),
  installedAt: instantSchema,
  /** All that the member has earned by it, in each currency. */
  earned: z.array(signedMoneySchema),
}

/** Lists the referrals of an app, or of one member, the newest first. */
export const searchReferrals = defineOperation({
  id: 'searchReferrals',
  method: 'GET',
  path: '/api/console/v1/referrals',
  sources: ['session'],
  scope: 'console:read',
  query: createListQuerySchema(['appId', 'membershipId', 'status', 'search']),
  response: responseObject({
    ...appListMembers,
    items: z.array(
      responseObject({
        ...referralMembers,
        /** The kind of its latest evidence; null where an operator entered it without any. */
        evidence: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Reads a referral: how the shop came, and by which contracts it earns. */
export const readReferral = defineOperation({
  id: 'readReferral',
  method: 'GET',
  path: '/api/console/v1/referrals/:id',
  pathRecord: 'referral',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    ...referralMembers,
    createdAt: instantSchema,
    /** The oldest first. */
    evidence: z.array(
      responseObject({
        kind: z.string(),
        at: instantSchema,
        reason: z.nullable(z.string()),
        /** Who told it: a name where it is known. */
        by: z.string(),
      }),
    ),
    /** In the order in which they apply. */
    contracts: z.array(
      responseObject({
        id: z.guid(),
        appliesFrom: instantSchema,
        reason: z.nullable(z.string()),
        by: z.string(),
        rules: termsRulesResponseSchema,
      }),
    ),
    /** Null while it lives. */
    voided: z.nullable(responseObject({ reason: z.string(), by: z.string(), at: instantSchema })),
  }),
})
