import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { isWebhookUrl, webhookUrlExpected } from '../lib/public-url.ts'
import { responseObject } from '../lib/response-object.ts'
import { appWebhookTopics, type WebhookTopic, webhookTopics } from '../lib/webhook-topics.ts'
import { defineOperation } from '../operations/definitions/operation.ts'

const topicSchema = z.enum(webhookTopics)

/** Lists the endpoints that are told of what happens, the first ones first. */
export const listEndpoints = defineOperation({
  id: 'listEndpoints',
  method: 'GET',
  path: '/api/console/v1/webhook-endpoints',
  sources: ['session'],
  scope: 'console:read',
  response: responseObject({
    items: z.array(
      responseObject({
        id: z.guid(),
        url: z.string(),
        topics: z.array(topicSchema),
        /** The name of its app; null: it is told of all apps. */
        app: z.nullable(z.string()),
        /** Since when its oldest message waits; null where none does. */
        waitingSince: z.nullable(instantSchema),
        /** How many attempts have failed since the last that did not. */
        failures: z.int(),
        /** Until when deliveries are also signed with the secret before. */
        overlapEndsAt: z.nullable(instantSchema),
        /** Since when what it is told waits, because its receiver is gone or somebody has disabled it. */
        disabledAt: z.nullable(instantSchema),
        disabledBecause: z.nullable(z.enum(['gone', 'by_hand'])),
        createdAt: instantSchema,
      }),
    ),
    /** Whether endpoints can be added and rotated here: not where nothing encrypts their secrets. */
    keepsSecrets: z.boolean(),
    /** How many endpoints there can be. */
    itemsMax: z.int(),
    /** The apps that an endpoint can be for, and what it can be told of them, or of the workspace. */
    apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
    topics: z.array(responseObject({ name: topicSchema, isOfApp: z.boolean() })),
  }),
})

const madeEndpointSchema = responseObject({
  id: z.guid(),
  /** What its receiver verifies deliveries with, told once; null where the same request has made it before. */
  secret: z.nullable(z.string()),
})

/** Adds an endpoint. The same request again adds none, and tells the secret no more (D344). */
export const addEndpoint = defineOperation({
  id: 'addEndpoint',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({
    url: z.string().check(z.trim(), z.refine(isWebhookUrl, webhookUrlExpected)),
    /** Null: it is told of all apps. */
    appId: z.nullable(z.guid()),
    topics: z.array(topicSchema).check(z.minLength(1, 'Choose at least one.')),
  }),
  check: {
    code: 'invalid_request',
    find: ({ appId, topics }: { readonly appId: string | null; readonly topics: readonly WebhookTopic[] }) =>
      appId === null || topics.every((topic) => appWebhookTopics.includes(topic))
        ? []
        : [{ pointer: '/topics', code: 'not_of_app', message: 'One of them is about no single app.' }],
  },
  repeatable: 'with_idempotency_key',
  response: responseObject({
    /** Null where the workspace has as many as it can have. */
    endpoint: z.nullable(madeEndpointSchema),
  }),
})

const overlapSecondsMax = 30 * 86_400

/** Gives an endpoint a new secret, beside which the one before signs for a while. Repeats are told as of `addEndpoint`. */
export const rotateEndpoint = defineOperation({
  id: 'rotateEndpoint',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints/:id/rotation',
  pathRecord: 'endpoint',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ overlapSeconds: z.int().check(z.minimum(0), z.maximum(overlapSecondsMax)) }),
  repeatable: 'with_idempotency_key',
  response: madeEndpointSchema,
})

/** Has what an endpoint is told wait, or be delivered again. Said twice, it is done once. */
export const switchEndpoint = defineOperation({
  id: 'switchEndpoint',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints/:id/switch',
  pathRecord: 'endpoint',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ isEnabled: z.boolean() }),
  response: responseObject({}),
})

/** Removes an endpoint: it is told nothing more, not even what waits. */
export const removeEndpoint = defineOperation({
  id: 'removeEndpoint',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints/:id/removal',
  pathRecord: 'endpoint',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({}),
})

/** Has an endpoint told that this is a test, by the way that all messages go. */
export const testEndpoint = defineOperation({
  id: 'testEndpoint',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints/:id/test',
  pathRecord: 'endpoint',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({
    /** Null where the endpoint is disabled, and nothing is sent there. */
    messageId: z.nullable(z.guid()),
  }),
})

/** Delivers once more what was given up at an endpoint. */
export const repeatFailedDeliveries = defineOperation({
  id: 'repeatFailedDeliveries',
  method: 'POST',
  path: '/api/console/v1/webhook-endpoints/:id/repetition',
  pathRecord: 'endpoint',
  sources: ['session'],
  scope: 'workspace:manage',
  response: responseObject({ deliveries: z.int() }),
})

const isPosition = (text: string): boolean => {
  const ids = text.split('/')
  return ids.length === 2 && ids.every((id) => z.safeParse(z.guid(), id).success)
}

/** Lists what endpoints were told in the last 30 days, and what came of it, the newest first. */
export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/api/console/v1/webhook-deliveries',
  sources: ['session'],
  scope: 'console:read',
  query: z.strictObject({
    state: z.optional(z.string().check(z.regex(/^(waiting|delivered|failed)$/))),
    endpointId: z.optional(z.guid()),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.refine(isPosition, 'The next of a page.'))),
  }),
  response: responseObject({
    items: z.array(
      responseObject({
        /** Of the message: the same at each endpoint. */
        id: z.guid(),
        endpointId: z.guid(),
        topic: z.string(),
        state: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.int(),
        /** What came of the last attempt; null before the first. */
        outcome: z.nullable(z.string()),
        createdAt: instantSchema,
        nextAttemptAt: z.nullable(instantSchema),
        deliveredAt: z.nullable(instantSchema),
      }),
    ),
    next: z.nullable(z.string()),
  }),
})

/** Delivers a message to an endpoint once more, with its id and its text, signed anew. */
export const repeatDelivery = defineOperation({
  id: 'repeatDelivery',
  method: 'POST',
  path: '/api/console/v1/webhook-deliveries/:id/repetition',
  pathRecord: 'message',
  sources: ['session'],
  scope: 'workspace:manage',
  body: z.strictObject({ endpointId: z.guid() }),
  response: responseObject({}),
})
