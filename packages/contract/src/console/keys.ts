import * as z from 'zod/mini'
import { apiKeyKinds, mcpScopes, scopes } from '../lib/api-keys.ts'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineOperation } from '../operations/definitions/operation.ts'
import { lineSchema } from './parts.ts'

const madeKeyMembers = {
  id: z.guid(),
  /** The key itself, told once and kept nowhere; null where the same request has made it before. */
  apiKey: z.nullable(z.string()),
}

/** Lists the API keys of the workspace, those that work first, with what they use of their quota. */
export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/api/console/v1/keys',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    asOf: instantSchema,
    items: z.array(
      responseObject({
        id: z.guid(),
        name: z.string(),
        /** Its kind and its last characters. */
        hint: z.string(),
        kind: z.enum(apiKeyKinds),
        /** The name of its app. */
        app: z.nullable(z.string()),
        scopes: z.array(z.string()),
        /** Whether it works, works for a while beside its successor, or works no more. */
        state: z.enum(['works', 'replaced', 'ended']),
        createdAt: instantSchema,
        /** To the minute. */
        lastUsedAt: z.nullable(instantSchema),
        expiresAt: z.nullable(instantSchema),
        revokedAt: z.nullable(instantSchema),
        /** Requests of the last minute, of this key and those before it. */
        quota: responseObject({ used: z.int(), max: z.int() }),
      }),
    ),
    /** Whether there are more. */
    isCut: z.boolean(),
    /** The apps that a key can be made for. */
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
  }),
})

const plannedMembers = {
  /** What to call it in lists. */
  name: lineSchema(200),
  /** When it ends; null: never. */
  expiresAt: z.nullable(instantSchema),
}

/** What the database knows no time after. */
const timeMaxMs = Date.UTC(9999)

const endCheck = {
  code: 'invalid_request',
  find: ({ expiresAt }: { readonly expiresAt: string | null }, nowMs: number) => {
    const endMs = expiresAt === null ? undefined : Date.parse(expiresAt)
    if (endMs === undefined || (endMs > nowMs && endMs < timeMaxMs)) return []
    return [{ pointer: '/expiresAt', code: 'not_in_future', message: 'A time in the future.' }]
  },
} as const

/** Creates an API key. The same request again creates none, and tells the key itself no more (D344). */
export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/api/console/v1/keys',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      ...{ kind: z.literal('affiliate'), ...plannedMembers },
      appId: z.guid(),
      scopes: z.array(z.enum(scopes)).check(z.minLength(1, 'Choose at least one.')),
    }),
    z.strictObject({ kind: z.literal('mcp'), ...plannedMembers, scopes: z.array(z.enum(mcpScopes)) }),
    z.strictObject({ kind: z.enum(['workspace', 'install_bridge']), ...plannedMembers }),
  ]),
  check: endCheck,
  repeatable: 'with_idempotency_key',
  response: responseObject(madeKeyMembers),
})

const overlapSecondsMax = 90 * 86_400

/** Makes the successor of a key, beside which the key works for a while. Repeats are told as of `createKey`. */
export const rotateKey = defineOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/api/console/v1/keys/:id/rotation',
  pathRecord: 'key',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    overlapSeconds: z.int().check(z.minimum(0), z.maximum(overlapSecondsMax)),
    /** When the successor ends; null: never. */
    expiresAt: z.nullable(instantSchema),
  }),
  check: endCheck,
  repeatable: 'with_idempotency_key',
  response: responseObject({
    /** The successor; null where there is none. */
    successor: z.nullable(responseObject(madeKeyMembers)),
    /** Why there is none, in words. */
    rejected: z.nullable(z.string()),
  }),
})

/** Ends a key, from the next request on. What has ended stays so. */
export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'POST',
  path: '/api/console/v1/keys/:id/revocation',
  pathRecord: 'key',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({}),
})
