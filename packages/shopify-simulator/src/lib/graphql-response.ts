import { type GraphqlField, type GraphqlOperation, readOperation } from './graphql-document.ts'
import { checkSelection, selectField } from './graphql-schema.ts'
import type { Installation, Platform, Shop } from './platform.ts'
import { jsonResponse } from './responses.ts'
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
} from './webhook-subscriptions.ts'

export interface GraphqlCall {
  readonly platform: Platform
  readonly shop: Shop
  readonly installation: Installation
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The domain that the shop claims to be; another one than its own in `mismatch`. */
  readonly domain: string
}

const bucketPoints = 2000
const restoreRate = 100
const mutationPoints = 10
const queryPoints = 2

export function respondGraphql(call: GraphqlCall): Response {
  const sent = readBody(call.body)
  if (sent === undefined) {
    return jsonResponse(400, { errors: { query: 'Required parameter missing or invalid' } }, call.headers)
  }
  const operation = readOperationOrError(sent)
  if (operation instanceof SyntaxError) return responseErrors(call, [{ message: operation.message }])
  const rootType = operation.kind === 'query' ? 'QueryRoot' : 'Mutation'
  const rootPath = [`${operation.kind} ${operation.name ?? ''}`.trimEnd()]
  const errors = checkSelection(operation.fields, rootType, rootPath)
  if (errors.length > 0) return responseErrors(call, errors)
  const data = operation.fields.map((field) => [
    field.alias,
    selectField(field, rootType, runRoot(call, field)),
  ])
  const points = operation.fields.length * (operation.kind === 'query' ? queryPoints : mutationPoints)
  const extensions = {
    cost: buildCost({ requested: points, actual: points, available: bucketPoints - points }),
  }
  return jsonResponse(200, { data: Object.fromEntries(data), extensions }, call.headers)
}

/** Shopify responds to an empty bucket with 200 and an error, never with 429. */
export function respondThrottled(headers: Readonly<Record<string, string>>): Response {
  const documentation = 'https://shopify.dev/api/usage/rate-limits'
  const error = { message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }
  return jsonResponse(
    200,
    {
      errors: [error],
      extensions: { cost: buildCost({ requested: queryPoints, actual: null, available: 0 }) },
    },
    headers,
  )
}

function buildCost(points: { requested: number; actual: number | null; available: number }) {
  return {
    requestedQueryCost: points.requested,
    actualQueryCost: points.actual,
    throttleStatus: { maximumAvailable: bucketPoints, currentlyAvailable: points.available, restoreRate },
  }
}

function responseErrors(call: GraphqlCall, errors: readonly unknown[]): Response {
  return jsonResponse(200, { errors }, call.headers)
}

function readBody(text: string) {
  try {
    const body = Object(JSON.parse(text)) as Record<string, unknown>
    const { query, variables } = body
    if (typeof query !== 'string' || query.trim() === '') return undefined
    return { query, variables: Object(variables ?? {}) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

function readOperationOrError(sent: {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}): GraphqlOperation | SyntaxError {
  try {
    return readOperation(sent.query, sent.variables)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

function runRoot(call: GraphqlCall, field: GraphqlField): unknown {
  const { platform, shop, installation } = call
  const { clientId } = installation.app
  if (field.name === 'shop') return toShopNode(shop, call.domain)
  if (field.name === 'currentAppInstallation') return toInstallationNode(installation)
  if (field.name === 'webhookSubscriptions')
    return listWebhookSubscriptions(shop, { clientId, args: field.args })
  if (field.name === 'webhookSubscriptionCreate') {
    return createWebhookSubscription(platform, shop, { clientId, args: field.args })
  }
  if (field.name === 'webhookSubscriptionDelete') {
    return deleteWebhookSubscription(shop, { clientId, args: field.args })
  }
  return undefined
}

function toShopNode({ id, contact }: Shop, myshopifyDomain: string) {
  const { name, email, contactEmail, ownerName, plan, partnerDevelopment, country, countryCode, phone } =
    contact
  return {
    id: `gid://shopify/Shop/${id}`,
    name,
    myshopifyDomain,
    email,
    contactEmail,
    shopOwnerName: ownerName,
    plan: { publicDisplayName: plan, partnerDevelopment, shopifyPlus: plan === 'Plus' },
    shopAddress: { country, countryCodeV2: countryCode, phone },
  }
}

function toInstallationNode({ app, previouslyInstalled }: Installation) {
  return {
    app: { apiKey: app.clientId, handle: app.handle ?? app.clientId, previouslyInstalled },
    accessScopes: (app.scopes ?? []).map((handle) => ({ handle })),
  }
}
