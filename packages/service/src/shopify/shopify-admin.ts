import { limits } from '@affiliate-platform/contract'
import { hasContact } from '@affiliate-platform/platform/contacts'
import { createAdminApiClient } from '@shopify/admin-api-client'
import * as z from 'zod'
import type {
  CommercePlatform,
  PlatformRejection,
  ShopQuestion,
  ShopReading,
  WatchOutcome,
} from './commerce-platform.ts'
import { type Fetch, guardFetch } from './guarded-fetch.ts'
import { toWatchOutcome } from './platform-rejection.ts'
import { toPlatformRejection } from './shopify-rejection.ts'

export interface ShopifyAdminOptions {
  /** Default: the global `fetch`. It must end with its `signal`, as the standard says. */
  readonly fetch?: Fetch
}

/** One call of the Admin API and the shape of its response. */
interface Call<Schema extends z.ZodType> {
  readonly question: ShopQuestion
  readonly operation: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly schema: Schema
}

type Outcome<Data> = { readonly kind: 'responded'; readonly data: Data } | PlatformRejection

const apiVersion = '2026-10'

// The installation tells whose token it is, in the same round trip.
const readShopQuery = `
  query ReadShop {
    shop {
      myshopifyDomain
      email
      shopOwnerName
      plan { publicDisplayName }
      shopAddress { country }
    }
    currentAppInstallation { app { apiKey } }
  }`

const watchUninstallMutation = `
  mutation WatchUninstall($uri: String!, $includeFields: [String!]!) {
    webhookSubscriptionCreate(
      topic: APP_UNINSTALLED
      webhookSubscription: { uri: $uri, format: JSON, includeFields: $includeFields }
    ) {
      webhookSubscription { id }
      userErrors { message }
    }
  }`

// Without these the notification would hold the whole shop record, phone and street address included.
const includeFields = ['myshopify_domain', 'email', 'shop_owner', 'country_name', 'plan_display_name']

const alreadyTaken = 'Address for this topic has already been taken'

// A field that could not be stored is as good as missing: it must not cost the others.
const platformText = (charactersMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .optional()
    .catch(undefined)

const contactText = platformText(limits.contactTextCharactersMax)

const shopSchema = z.object({
  shop: z.object({
    myshopifyDomain: z.string().toLowerCase(),
    email: platformText(limits.emailCharactersMax),
    shopOwnerName: contactText,
    plan: z.object({ publicDisplayName: contactText }),
    shopAddress: z.object({ country: contactText }),
  }),
  currentAppInstallation: z.object({ app: z.object({ apiKey: z.string() }) }),
})

const watchSchema = z.object({
  webhookSubscriptionCreate: z.object({
    webhookSubscription: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
})

/** Creates the commerce platform that is Shopify, reached by its Admin GraphQL API. */
export function createShopifyAdmin({ fetch = globalThis.fetch }: ShopifyAdminOptions = {}): CommercePlatform {
  return {
    async readShop(question, accessToken) {
      const call = { question, operation: readShopQuery, schema: shopSchema }
      const outcome = await callAdmin(fetch, call, accessToken)
      return outcome.kind === 'responded' ? toShopReading(outcome.data, question) : outcome
    },
    async watchUninstall(question, uri, accessToken) {
      const variables = { uri, includeFields }
      const call = { question, operation: watchUninstallMutation, variables, schema: watchSchema }
      const outcome = await callAdmin(fetch, call, accessToken)
      return outcome.kind === 'responded' ? readWatchOutcome(outcome.data) : toWatchOutcome(outcome)
    },
  }
}

async function callAdmin<Schema extends z.ZodType>(
  fetch: Fetch,
  { question, operation, variables = {}, schema }: Call<Schema>,
  accessToken: string,
): Promise<Outcome<z.output<Schema>>> {
  const { shopDomain, signal } = question
  try {
    const client = createAdminApiClient({
      storeDomain: shopDomain,
      apiVersion,
      accessToken,
      retries: 0,
      customFetchApi: guardFetch(fetch, signal),
      // Without a logger the client warns on the console once the version is a year old; what it logs has the token.
      logger: () => undefined,
    })
    const { data, errors } = await client.request(operation, { variables })
    if (errors !== undefined) return toPlatformRejection(errors)
    const parsed = schema.safeParse(data)
    if (parsed.success) return { kind: 'responded', data: parsed.data }
    return { kind: 'unavailable', reason: 'a response of another shape' }
  } catch {
    // Whatever the client throws was made beside the token: nothing of it goes on.
    return { kind: 'unavailable', reason: 'the call could not be made' }
  }
}

function toShopReading(response: z.output<typeof shopSchema>, question: ShopQuestion): ShopReading {
  const { shop, currentAppInstallation } = response
  const { apiKey } = currentAppInstallation.app
  const isSameApp = question.clientId === undefined || question.clientId === apiKey
  if (shop.myshopifyDomain !== question.shopDomain || !isSameApp) return { kind: 'shop_mismatch' }
  const contact = {
    email: shop.email,
    ownerName: shop.shopOwnerName,
    country: shop.shopAddress.country,
    shopifyPlan: shop.plan.publicDisplayName,
  }
  return hasContact(contact)
    ? { kind: 'read', contact }
    : { kind: 'unavailable', reason: 'a response without a contact' }
}

function readWatchOutcome({ webhookSubscriptionCreate }: z.output<typeof watchSchema>): WatchOutcome {
  const { webhookSubscription, userErrors } = webhookSubscriptionCreate
  if (userErrors.length === 0) return webhookSubscription === null ? 'failed' : 'registered'
  return userErrors.every(({ message }) => message === alreadyTaken) ? 'already_registered' : 'failed'
}
