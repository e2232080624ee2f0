import * as z from 'zod/mini'
import { moneyResponseSchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema, memberSchema } from './parts.ts'

const rowsAndSum = { rows: z.int(), sum: moneyResponseSchema }

/** Lists what of a run can be paid by which files, and what by none of them and why. */
export const listPayableFiles = defineOperation({
  id: 'listPayableFiles',
  method: 'GET',
  path: '/api/console/v1/payout-runs/:id/files',
  pathRecord: 'run',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    formats: z.array(
      responseObject({
        format: z.enum(['paypal', 'wise', 'pain001']),
        /** Of each currency; empty where nothing is left to pay by it. */
        sums: z.array(responseObject(rowsAndSum)),
      }),
    ),
    leftOut: z.array(
      responseObject({
        payoutId: z.guid(),
        member: memberSchema,
        amount: moneyResponseSchema,
        /** Such as `no_payee`. */
        reason: z.string(),
      }),
    ),
  }),
})

const typed = lineSchema(140)

/** Writes the files that pay a run. They hold the addresses of payees, and nothing is changed by it. */
export const writePayoutFiles = defineOperation({
  id: 'writePayoutFiles',
  method: 'POST',
  path: '/api/console/v1/payout-runs/:id/files',
  pathRecord: 'run',
  sources: ['session'],
  scope: 'money:write',
  body: z.discriminatedUnion('format', [
    z.strictObject({ format: z.enum(['paypal', 'wise']) }),
    z.strictObject({
      format: z.literal('pain001'),
      /** Whose account a bank pays from. */
      debtor: z.strictObject({ name: typed, iban: typed, bic: z.nullable(typed) }),
    }),
  ]),
  response: responseObject({
    files: z.array(
      responseObject({
        name: z.string(),
        content: z.string(),
        ...rowsAndSum,
        /** SHA-256 of the content, hexadecimal. */
        checksum: z.string(),
      }),
    ),
  }),
})

/** Records the payments of a result file, each one once, or says what would be recorded. */
export const recordResults = defineOperation({
  id: 'recordResults',
  method: 'POST',
  path: '/api/console/v1/payout-results',
  sources: ['session'],
  scope: 'money:write',
  body: z.strictObject({
    /** CSV with a header: the file, or a part of it. */
    content: z.string().check(z.maxLength(60_000)),
    /** How many rows of the file come before. */
    rowsBefore: z.int().check(z.nonnegative()),
    /** How the payments were made. */
    method: typed,
    /** Whether what is allowed and mostly a mistake is meant. */
    isMeant: z.boolean(),
    isDryRun: z.boolean(),
  }),
  response: responseObject({
    /** Why the file cannot be read, in words; null where it can. */
    rejected: z.nullable(z.string()),
    rows: z.array(
      responseObject({
        /** From 1, without the header. */
        number: z.int(),
        payout: z.nullable(responseObject({ id: z.guid(), member: z.nullable(memberSchema) })),
        amount: moneyResponseSchema,
        /** `reported`, `known`, `not_paid`, `other_payment`, or another one with a reason. */
        outcome: z.string(),
        /** Why it is not recorded, in words. */
        reason: z.nullable(z.string()),
        /** Whether it is recorded all the same where it is meant. */
        isDoubt: z.boolean(),
      }),
    ),
  }),
})
