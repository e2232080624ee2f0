import * as z from 'zod/mini'
import { shopDomainSchema } from '../lib/identify.ts'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { verdictSchema } from './cases.ts'
import { memberSchema } from './parts.ts'

/** Reads what is known of a shop, in one app: when it had the app, who brought it, and what was sold there. */
export const readShop = defineOperation({
  id: 'readShop',
  method: 'GET',
  path: '/api/console/v1/shop',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({ shop: shopDomainSchema, appId: z.optional(z.guid()) }),
  response: responseObject({
    shop: z.string(),
    /** Null where the workspace has no app. */
    appId: z.nullable(z.guid()),
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
    /** When it had the app, the first time first; `until` is null while it has it. */
    installations: z.array(responseObject({ from: instantSchema, until: z.nullable(instantSchema) })),
    /** The newest first, voided ones too. */
    referrals: z.array(responseObject({ id: z.guid(), member: memberSchema, status: z.string() })),
    /** What names a member, and what became of it. */
    evidence: z.array(
      responseObject({
        id: z.guid(),
        kind: z.string(),
        member: memberSchema,
        code: z.nullable(z.string()),
        at: instantSchema,
        verdict: verdictSchema,
        because: z.nullable(z.string()),
      }),
    ),
    /** How many sales, adjustments and credits there are, and the latest of them. */
    sales: z.int(),
    latestSales: z.array(
      responseObject({
        platformId: z.string(),
        kind: z.string(),
        gross: z.string(),
        collectedAt: instantSchema,
        /** Why it earns nothing; null where it counts, or takes from what does. */
        skipped: z.nullable(z.string()),
      }),
    ),
    /** Identify calls, the newest first; those of an erased shop are found too. */
    receipts: z.array(
      responseObject({
        id: z.guid(),
        sent: z.string(),
        outcome: z.string(),
        requestId: z.string(),
        isErased: z.boolean(),
        at: instantSchema,
      }),
    ),
  }),
})

/** Reads the business contact of a shop, which not every role sees. */
export const readShopContact = defineOperation({
  id: 'readShopContact',
  method: 'GET',
  path: '/api/console/v1/shop/contact',
  sources: ['session'],
  scope: 'shops:write',
  query: z.strictObject({ shop: shopDomainSchema }),
  response: responseObject({
    contact: z.nullable(
      responseObject({
        email: z.nullable(z.string()),
        ownerName: z.nullable(z.string()),
        country: z.nullable(z.string()),
        shopifyPlan: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        updatedAt: instantSchema,
      }),
    ),
  }),
})

/** Erases the contact of a shop for good, and its domain from its receipts. Done twice, it changes nothing more. */
export const eraseShop = defineOperation({
  id: 'eraseShop',
  method: 'POST',
  path: '/api/console/v1/shop/erasure',
  sources: ['session'],
  scope: 'shops:write',
  body: z.strictObject({ shop: shopDomainSchema }),
  response: responseObject({ hadContact: z.boolean(), receipts: z.int() }),
})
