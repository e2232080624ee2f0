import type { Platform, Shop } from './platform.ts'
import type { StoredSubscription } from './stored-subscription.ts'
import { checkWebhookAddress } from './webhook-address.ts'

type Args = Readonly<Record<string, unknown>>

/** Shopify names the old field even where `uri` was sent. */
const addressField = ['webhookSubscription', 'callbackUrl']

export function createWebhookSubscription(
  platform: Platform,
  shop: Shop,
  call: { readonly clientId: string; readonly args: Args },
) {
  const subscription = toSubscription(platform, call)
  const complaints = checkWebhookAddress(subscription.uri)
  const isTaken = shop.subscriptions.some((known) => isSameTarget(known, subscription))
  const messages = isTaken ? [...complaints, 'Address for this topic has already been taken'] : complaints
  if (messages.length > 0) {
    const userErrors = messages.map((message) => ({ field: addressField, message }))
    return { webhookSubscription: null, userErrors }
  }
  shop.subscriptions = [...shop.subscriptions, subscription]
  return { webhookSubscription: toNode(subscription), userErrors: [] }
}

/** Shopify's libraries delete every subscription that the app itself does not register. */
export function deleteWebhookSubscription(
  shop: Shop,
  call: { readonly clientId: string; readonly args: Args },
) {
  const { id } = call.args
  const left = shop.subscriptions.filter((known) => known.id !== id || known.clientId !== call.clientId)
  if (left.length === shop.subscriptions.length) {
    const userErrors = [{ field: ['id'], message: 'Webhook subscription does not exist' }]
    return { deletedWebhookSubscriptionId: null, userErrors }
  }
  shop.subscriptions = left
  return { deletedWebhookSubscriptionId: id, userErrors: [] }
}

export function listWebhookSubscriptions(
  shop: Shop,
  call: { readonly clientId: string; readonly args: Args },
) {
  const { first, after, topics } = call.args
  const own = shop.subscriptions
    .filter(({ clientId }) => clientId === call.clientId)
    .filter(({ topic }) => !Array.isArray(topics) || topics.includes(topic))
  const start = own.findIndex(({ id }) => id === after) + 1
  const page = own.slice(start, start + (typeof first === 'number' ? first : own.length)).map(toNode)
  const pageInfo = {
    hasNextPage: start + page.length < own.length,
    hasPreviousPage: start > 0,
    startCursor: page.at(0)?.id ?? null,
    endCursor: page.at(-1)?.id ?? null,
  }
  return { nodes: page, edges: page.map((node) => ({ cursor: node.id, node })), pageInfo }
}

function toSubscription(
  platform: Platform,
  { clientId, args }: { readonly clientId: string; readonly args: Args },
): StoredSubscription {
  const input = Object(args['webhookSubscription']) as Args
  return {
    id: `gid://shopify/WebhookSubscription/${platform.sequence.number()}`,
    clientId,
    topic: String(args['topic']),
    uri: String(input['uri'] ?? input['callbackUrl'] ?? ''),
    format: String(input['format'] ?? 'JSON'),
    includeFields: toTexts(input['includeFields']),
    name: toText(input['name']),
    filter: toText(input['filter']),
    metafieldNamespaces: toTexts(input['metafieldNamespaces']),
    createdAt: new Date(platform.now()).toISOString(),
  }
}

function isSameTarget(one: StoredSubscription, other: StoredSubscription): boolean {
  const keys = ['clientId', 'topic', 'uri', 'format', 'filter'] as const
  return keys.every((key) => one[key] === other[key])
}

function toNode(subscription: StoredSubscription) {
  return {
    ...subscription,
    callbackUrl: subscription.uri,
    updatedAt: subscription.createdAt,
    endpoint: { callbackUrl: subscription.uri },
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
