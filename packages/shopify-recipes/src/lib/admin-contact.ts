import type { FoundContact } from './contact.ts'
import { toRecord } from './fault.ts'

/** The Admin API client of Shopify's Remix and React Router packages; only `graphql` is called. */
export interface AdminGraphql {
  graphql(query: string, options: AdminGraphqlOptions): Promise<{ json(): Promise<unknown> }>
}

/** What `graphql` is called with. */
export interface AdminGraphqlOptions {
  /** Ends the call. The clients of 2023 and 2024 know no signal, and take no note of it. */
  readonly signal: AbortSignal
  /** Never passed: TypeScript accepts a client that knows no signal only if it knows another of these options. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The query for a shop's contact: free of deprecated fields, known to every API version from 2026-01 on. What is
 * not to be sent is not asked for either.
 */
export function buildContactQuery(includePhone = false): string {
  const address = includePhone ? 'country phone' : 'country'
  const fields = `myshopifyDomain email shopOwnerName plan { publicDisplayName } shopAddress { ${address} }`
  return `query AffiliateShopContact { shop { ${fields} } }`
}

/**
 * Reads a shop's business contact with the app's own Admin client, for the `readContact` option of
 * `identifyOnInstall`. Needs no access scope, and an app on API version 2026-01 or later. Reads no phone.
 *
 * @throws what the client throws, and an Error for a response that is no contact
 *
 * @example
 * ```ts
 * import { identifyOnInstall, readContactWithAdmin } from '@affiliate-platform/shopify-recipes'
 *
 * const afterAuth = identifyOnInstall({ readContact: readContactWithAdmin })
 * ```
 */
export async function readContactWithAdmin(
  { admin, session }: { readonly admin: AdminGraphql; readonly session: { readonly shop: string } },
  { signal }: { readonly signal: AbortSignal },
): Promise<FoundContact> {
  const response = await admin.graphql(buildContactQuery(), { signal })
  return parseContact(await response.json(), session.shop)
}

/**
 * Takes the contact from a GraphQL response.
 *
 * @throws Error for a response without a shop, or for another shop
 */
export function parseContact(response: unknown, domain: string): FoundContact {
  const shop = toRecord(toRecord(toRecord(response)['data'])['shop'])
  if (shop['myshopifyDomain'] !== domain) throw new Error("The response is not this shop's contact.")
  const address = toRecord(shop['shopAddress'])
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    email: text(shop['email']),
    ownerName: text(shop['shopOwnerName']),
    country: text(address['country']),
    shopifyPlan: text(toRecord(shop['plan'])['publicDisplayName']),
    phone: text(address['phone']),
  }
}
