import { readContactWithAdmin } from '@affiliate-platform/shopify-recipes'
import type shopify from './shopify.server.ts'

type Admin = Awaited<ReturnType<typeof shopify.authenticate.admin>>

/** A shop's contact as it would be sent; null when Shopify does not tell it. */
export interface ContactPreview {
  readonly email: string
  readonly ownerName: string
  readonly country: string
  readonly shopifyPlan: string
}

const readTimeoutMs = 3000

/** Reads what would be sent about a shop, for its own merchant to see. Never rejects. */
export async function readPreview({
  admin,
  session,
}: Pick<Admin, 'admin' | 'session'>): Promise<ContactPreview | null> {
  try {
    const signal = AbortSignal.timeout(readTimeoutMs)
    const { email, ownerName, country, shopifyPlan } = await readContactWithAdmin(
      { admin, session },
      { signal },
    )
    return {
      email: email ?? '',
      ownerName: ownerName ?? '',
      country: country ?? '',
      shopifyPlan: shopifyPlan ?? '',
    }
  } catch {
    return null
  }
}
