import type { GraphqlField } from './graphql-document.ts'

export interface GraphqlError {
  readonly message: string
  readonly path?: readonly string[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Type → field → the field's type; `scalar` for a leaf. Lists are of the type that is named. */
const scalar = null
const schema: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  QueryRoot: {
    shop: 'Shop',
    currentAppInstallation: 'AppInstallation',
    webhookSubscriptions: 'WebhookSubscriptionConnection',
  },
  Mutation: {
    webhookSubscriptionCreate: 'WebhookSubscriptionCreatePayload',
    webhookSubscriptionDelete: 'WebhookSubscriptionDeletePayload',
  },
  Shop: {
    id: scalar,
    name: scalar,
    myshopifyDomain: scalar,
    email: scalar,
    contactEmail: scalar,
    shopOwnerName: scalar,
    plan: 'ShopPlan',
    shopAddress: 'ShopAddress',
  },
  ShopPlan: { publicDisplayName: scalar, partnerDevelopment: scalar, shopifyPlus: scalar },
  ShopAddress: { country: scalar, countryCodeV2: scalar, phone: scalar },
  AppInstallation: { app: 'App', accessScopes: 'AccessScope' },
  App: { apiKey: scalar, handle: scalar, previouslyInstalled: scalar },
  AccessScope: { handle: scalar },
  WebhookSubscriptionConnection: {
    nodes: 'WebhookSubscription',
    edges: 'WebhookSubscriptionEdge',
    pageInfo: 'PageInfo',
  },
  WebhookSubscriptionEdge: { cursor: scalar, node: 'WebhookSubscription' },
  PageInfo: { hasNextPage: scalar, hasPreviousPage: scalar, startCursor: scalar, endCursor: scalar },
  WebhookSubscriptionCreatePayload: { webhookSubscription: 'WebhookSubscription', userErrors: 'UserError' },
  WebhookSubscriptionDeletePayload: { deletedWebhookSubscriptionId: scalar, userErrors: 'UserError' },
  UserError: { field: scalar, message: scalar },
  WebhookSubscription: {
    id: scalar,
    topic: scalar,
    uri: scalar,
    callbackUrl: scalar,
    format: scalar,
    includeFields: scalar,
    metafieldNamespaces: scalar,
    filter: scalar,
    name: scalar,
    createdAt: scalar,
    updatedAt: scalar,
    endpoint: 'WebhookHttpEndpoint',
  },
  WebhookHttpEndpoint: { callbackUrl: scalar },
}

const requiredArgs: Readonly<Record<string, readonly string[]>> = {
  webhookSubscriptionCreate: ['topic', 'webhookSubscription'],
  webhookSubscriptionDelete: ['id'],
}

/** Shopify's complaints about a selection, all before anything is executed. */
export function checkSelection(
  fields: readonly GraphqlField[],
  typeName: string,
  path: readonly string[],
): readonly GraphqlError[] {
  return fields
    .filter((field) => appliesTo(field, typeName))
    .flatMap((field) => checkField(field, typeName, [...path, field.alias]))
}

function checkField(field: GraphqlField, typeName: string, path: readonly string[]): readonly GraphqlError[] {
  const { name, selection } = field
  if (name === '__typename') return []
  const type = schema[typeName]?.[name]
  if (type === undefined) {
    const message = `Field '${name}' doesn't exist on type '${typeName}'`
    return [{ message, path, extensions: { code: 'undefinedField', typeName, fieldName: name } }]
  }
  const missing = (requiredArgs[name] ?? []).filter((arg) => (field.args[arg] ?? null) === null)
  if (missing.length > 0) {
    const message = `Field '${name}' is missing required arguments: ${missing.join(', ')}`
    return [{ message, path, extensions: { code: 'missingRequiredArguments' } }]
  }
  if ((type === scalar) !== (selection === undefined)) {
    const message = type === scalar ? 'Selections can not be made on scalars' : 'Field must have selections'
    const where = `(field '${name}' on type '${typeName}')`
    return [{ message: `${message} ${where}`, path, extensions: { code: 'selectionMismatch' } }]
  }
  return type === scalar ? [] : checkSelection(selection ?? [], type, path)
}

/** Only what was selected, under the aliases that were asked for. */
function selectFields(fields: readonly GraphqlField[], typeName: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => selectFields(fields, typeName, item))
  if (typeof value !== 'object' || value === null) return null
  const known = new Map<string, unknown>(Object.entries(value))
  const selected = fields
    .filter((field) => appliesTo(field, typeName))
    .map((field) => [field.alias, selectField(field, typeName, known.get(field.name))])
  return Object.fromEntries(selected)
}

export function selectField(field: GraphqlField, typeName: string, value: unknown): unknown {
  if (field.name === '__typename') return typeName
  const type = schema[typeName]?.[field.name] ?? scalar
  return type === scalar ? (value ?? null) : selectFields(field.selection ?? [], type, value)
}

function appliesTo(field: GraphqlField, typeName: string): boolean {
  return field.onType === undefined || field.onType === typeName
}
