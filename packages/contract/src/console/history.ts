import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

const countMembers = {
  kind: z.string(),
  count: z.int(),
  amountMinor: z.nullable(z.string()),
  currency: z.nullable(z.string()),
}
const countSchema = z.object(countMembers)

const listOf = <Row extends z.core.$ZodType>(row: Row) => z.readonly(z.array(row))

const firstOf = <Row extends z.core.$ZodType>(row: Row) => z.object({ count: z.int(), first: listOf(row) })

/** What an export says, and what becomes of it. */
const reportSchema = z.object({
  currency: z.string(),
  added: listOf(countSchema),
  known: listOf(countSchema),
  /** Imported before, and `paid`, `cancelled` or `ended` there by now. */
  changed: listOf(z.object({ ...countMembers, change: z.string() })),
  setAside: listOf(z.object({ ...countMembers, reason: z.string(), first: listOf(z.string()) })),
  money: z.object({
    /** Exact, as it was sent. */
    earned: z.string(),
    earnedMinor: z.string(),
    cancelledMinor: z.string(),
    paidMinor: z.string(),
    differenceMinor: z.string(),
    keptMinor: z.string(),
    openMinor: z.string(),
  }),
  members: firstOf(
    z.object({
      sourceId: z.string(),
      name: z.string(),
      earned: z.string(),
      earnedMinor: z.string(),
      cancelledMinor: z.string(),
      paidMinor: z.string(),
      differenceMinor: z.string(),
      openMinor: z.string(),
    }),
  ),
  overpaid: firstOf(z.object({ sourceId: z.string(), amountMinor: z.string(), paidMinor: z.string() })),
  rounded: firstOf(z.object({ sourceId: z.string(), amount: z.string(), amountMinor: z.string() })),
  begun: firstOf(
    z.object({
      sourceId: z.string(),
      shopDomain: z.string(),
      beginsAt: instantSchema,
      endsAt: instantSchema,
    }),
  ),
  unsupported: listOf(z.object({ name: z.string(), kind: z.string(), count: z.int() })),
  missingFiles: listOf(z.string()),
  /** Commissions that are imported without their referral. */
  withoutReferral: z.int(),
  unknownFields: listOf(z.object({ file: z.string(), name: z.string(), count: z.int() })),
})

/** Lists what was imported from other platforms, the newest first. */
export const listHistoryImports = defineOperation({
  id: 'listHistoryImports',
  method: 'GET',
  path: '/api/console/v1/history-imports',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        /** Such as `mantle`. */
        source: z.string(),
        name: z.string(),
        sha256: z.string(),
        cutOverAt: instantSchema,
        currency: z.string(),
        /** The name of who imported it. */
        actor: z.string(),
        createdAt: instantSchema,
        completedAt: z.nullable(instantSchema),
        added: listOf(countSchema),
        setAside: z.int(),
        undone: z.nullable(responseObject({ at: instantSchema, actor: z.string(), reason: z.string() })),
      }),
    ),
    /** Whether there are more. */
    isCut: z.boolean(),
    /** The apps that can be imported into. */
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
  }),
})

/** Reads what an import came to, and the first rows that it has set aside. */
export const readHistoryImport = defineOperation({
  id: 'readHistoryImport',
  method: 'GET',
  path: '/api/console/v1/history-imports/:id',
  pathRecord: 'history import',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    /** Null while the import is not complete. */
    report: z.nullable(reportSchema),
    setAside: z.array(
      responseObject({
        kind: z.string(),
        sourceId: z.string(),
        file: z.string(),
        number: z.int(),
        reason: z.string(),
        /** What is expected there, or another's id. */
        detail: z.nullable(z.string()),
        amountMinor: z.nullable(z.string()),
        currency: z.nullable(z.string()),
      }),
    ),
    isCut: z.boolean(),
  }),
})

const uploadMembers = { uploadId: z.guid() }

/** Takes a piece of a file of an export. The first piece of another upload ends the one before. */
export const uploadHistoryPiece = defineOperation({
  id: 'uploadHistoryPiece',
  method: 'POST',
  path: '/api/console/v1/history-uploads',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    ...uploadMembers,
    /** Such as `affiliates.json`, and of PartnerDex `partnerdex.sqlite` and `partnerdex.sqlite-wal`. */
    file: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
    /** The place of the piece in its file, from 0 on. */
    number: z.int().check(z.nonnegative(), z.maximum(10_000)),
    /** A piece of the file as gzip packs it, in Base64. */
    content: z.string().check(z.maxLength(60_000), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
  }),
  response: responseObject({}),
})

/** What importing and undoing tell, one JSON document a line: how far they are, and at last what came of it. */
export type HistoryLine =
  | { readonly step: string; readonly done: number }
  | {
      readonly rejected: string
      readonly dependents?: readonly { readonly what: string; readonly id: string }[]
    }
  | {
      readonly importId: string | null
      readonly isKnown: boolean
      readonly report: z.output<typeof reportSchema>
    }
  | { readonly undone: string }

/** Imports what was uploaded, or says what would be imported. Responds with lines. */
export const importHistory = defineOperation({
  id: 'importHistory',
  method: 'POST',
  path: '/api/console/v1/history-imports',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    ...uploadMembers,
    source: z.enum(['mantle', 'partnerdex']),
    /** What to call it in lists. */
    name: lineSchema(200),
    appId: z.guid(),
    /** A day of the workspace: sales before it were commissioned there, those from it on are commissioned here. */
    cutOver: z.iso.date(),
    /** Of the programs there, where there are those of several apps. */
    appThere: z.nullable(lineSchema(200)),
    /** Programs of Mantle with a minimum plan whose promises hold for every plan here. */
    everyPlanOf: z.readonly(z.array(lineSchema(200)).check(z.maxLength(100))),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    isDryRun: z.boolean(),
  }),
  response: z.string(),
})

/** Undoes an import while nothing depends on it. Responds with lines. */
export const undoHistoryImport = defineOperation({
  id: 'undoHistoryImport',
  method: 'POST',
  path: '/api/console/v1/history-imports/:id/undo',
  pathRecord: 'history import',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ reason: lineSchema(500) }),
  response: z.string(),
})
