import * as z from 'zod/mini'
import { shopDomainSchema } from '../lib/identify.ts'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema, memberSchema, signedMoneySchema } from './parts.ts'

const appQuery = { appId: z.optional(z.guid()) }

/** What a source says of a sale: amounts with all their digits, in major units. */
const saleMembers = {
  kind: z.string(),
  gross: z.string(),
  currency: z.string(),
  collectedAt: instantSchema,
}

/** Reads how the sales of an app get in, how far they are read, and what waits for a person. */
export const readSales = defineOperation({
  id: 'readSales',
  method: 'GET',
  path: '/api/console/v1/sales',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject(appQuery),
  response: responseObject({
    /** Null where the workspace has no app. */
    appId: z.nullable(z.guid()),
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
    /** `partner_transactions`, `manual_file`, or null before the first import. */
    source: z.nullable(z.string()),
    /** Null where the app is not connected to the Partner API. */
    connection: z.nullable(
      responseObject({
        organizationId: z.string(),
        platformAppId: z.string(),
        keepsToken: z.boolean(),
        salesReadUntil: instantSchema,
        installsReadUntil: z.nullable(instantSchema),
        nextPassAt: instantSchema,
        isReading: z.boolean(),
        /** What went wrong in the last pass, in words; null where nothing did. */
        lastFailure: z.nullable(z.string()),
      }),
    ),
    lastRun: z.nullable(
      responseObject({
        id: z.guid(),
        startedAt: instantSchema,
        /** Null while it is under way, or waits to be continued. */
        result: z.nullable(z.enum(['complete', 'failed'])),
        pages: z.int(),
        rows: z.int(),
      }),
    ),
    /** Referred shops whose history is still to be read. */
    backfills: z.int(),
    unposted: z.int(),
    /** Sales whose source names another shop than the one that they count for: the first 50. */
    misplaced: z.array(
      responseObject({ ...saleMembers, platformId: z.string(), shop: z.string(), namedShop: z.string() }),
    ),
    /** Whether there are more of them. */
    isCut: z.boolean(),
    /** How many rows were set aside, by reason. */
    setAside: z.array(responseObject({ reason: z.string(), because: z.string(), rows: z.int() })),
  }),
})

/** Lists the rows that imports set aside, each with why and what to do about it. */
export const listSetAside = defineOperation({
  id: 'listSetAside',
  method: 'GET',
  path: '/api/console/v1/sales/set-aside',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    appId: z.guid(),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.regex(/^[a-z_]{1,40} [^\p{Cc}\p{Cs}]{1,500}$/u))),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        platformId: z.string(),
        reason: z.string(),
        because: z.string(),
        remedy: z.string(),
        /** The fields that decide, as they were sent. */
        copy: z.record(z.string(), z.nullable(z.string())),
        createdAt: instantSchema,
        /** Whether a row of that id was read since, or its sale moved. */
        isSettled: z.boolean(),
      }),
    ),
    next: z.nullable(z.string()),
  }),
})

/** Moves a sale to the shop that its source names, or says what that would come to. */
export const moveSale = defineOperation({
  id: 'moveSale',
  method: 'POST',
  path: '/api/console/v1/sales/move',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    appId: z.guid(),
    platformId: lineSchema(500),
    shop: shopDomainSchema,
    reason: lineSchema(500),
    isDryRun: z.boolean(),
  }),
  response: responseObject({
    /** Why nothing was moved, in words; null where it was, or would be. */
    rejected: z.nullable(z.string()),
    /** What each member would earn by it, or lose; of a dry run alone. */
    amounts: z.array(responseObject({ member: memberSchema, amount: signedMoneySchema })),
    /** How many commissions were posted. */
    posted: z.int(),
  }),
})

const sideMembers = { rows: z.int(), gross: z.string(), net: z.string() }

/** Compares what was imported with what the Partner API tells now. Nothing is written. */
export const reconcileSales = defineOperation({
  id: 'reconcileSales',
  method: 'POST',
  path: '/api/console/v1/sales/reconciliation',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({ appId: z.guid(), from: z.iso.date(), to: z.iso.date() }),
  response: responseObject({
    /** Why nothing was compared, in words; null where it was. */
    rejected: z.nullable(z.string()),
    sums: z.array(
      responseObject({
        kind: z.string(),
        currency: z.nullable(z.string()),
        ours: responseObject(sideMembers),
        theirs: responseObject(sideMembers),
        agrees: z.boolean(),
      }),
    ),
    /** The first 100. */
    differences: z.array(
      responseObject({
        platformId: z.string(),
        shop: z.string(),
        difference: z.enum(['missing', 'extra', 'changed']),
        ours: z.nullable(z.string()),
        theirs: z.nullable(z.string()),
      }),
    ),
    differing: z.int(),
    setAside: z.int(),
  }),
})
