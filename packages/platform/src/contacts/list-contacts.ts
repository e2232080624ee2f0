import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { ShopContact } from './shop-contact.ts'

export interface Contact extends Readonly<Record<keyof ShopContact, string | null>> {
  readonly shopDomain: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const listStatement: Statement = {
  name: 'contact_list',
  text: `
    select
      shop_domain as "shopDomain", email, owner_name as "ownerName", country, shopify_plan as "shopifyPlan", phone,
      created_at as "createdAt", updated_at as "updatedAt"
    from contacts
    where workspace_id = $1
      and ($2::text is null or shop_domain = $2)
      and ($3::text is null or shop_domain > $3)
    order by shop_domain
    limit $4`,
}

/** Lists the contacts of a workspace's shops, or of one shop, by domain. */
export async function listContacts(
  database: Queryable,
  { workspaceId, shopDomain }: { readonly workspaceId: string; readonly shopDomain: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly Contact[]> {
  return await database.query<Contact>(listStatement, [workspaceId, shopDomain ?? null, after ?? null, limit])
}
