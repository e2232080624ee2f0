import { shopDomainSchema } from '@affiliate-platform/contract'
import { openCursor } from '@affiliate-platform/contract/server'
import { listContacts } from '@affiliate-platform/platform/contacts'
import { listReceipts } from '@affiliate-platform/platform/receipts'
import * as z from 'zod'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { defineTool, type ToolRequest } from './tool.ts'

const receiptSchema = z.object({
  id: z.guid(),
  shopDomain: z.string().nullable().describe('Null once the shop is erased.'),
  appId: z.guid().nullable(),
  sent: z.string().describe('What the caller sent: token, contact or token_and_contact.'),
  outcome: z.string().describe('identified, or the code of the error.'),
  uninstallWatch: z.string(),
  requestId: z.string(),
  createdAt: z.iso.datetime(),
})

const contactSchema = z.object({
  email: z.string().nullable(),
  ownerName: z.string().nullable(),
  country: z.string().nullable(),
  shopifyPlan: z.string().nullable(),
  phone: z.string().nullable(),
})

/** What identify calls left behind. */
export const findReceiptsTool = defineTool({
  name: 'find_receipts',
  title: 'Find receipts',
  description:
    'Lists the receipts of identify calls of the workspace, or of one shop, newest first: when a shop was identified, and with which outcome. With a key made for contacts, a shop comes with its contact.',
  input: z.strictObject({
    myshopifyDomain: z.optional(shopDomainSchema).describe('Only this shop, such as example.myshopify.com.'),
    ...pageArguments,
  }),
  output: z.object({
    items: z.array(receiptSchema),
    nextCursor: nextCursorSchema,
    contact: contactSchema
      .nullable()
      .optional()
      .describe(
        'The contact of the requested shop; null if none is known. Absent for a key without contacts.',
      ),
  }),
  async run(request, { myshopifyDomain: shopDomain, cursor, limit }) {
    const { caller, context, cursors } = request
    const { workspaceId, lineageId } = caller
    const scope = { list: 'receipts', lineageId, filters: [['shop', shopDomain ?? '']] as const }
    const after = openCursor(cursors, scope, cursor)?.id
    const found = await listReceipts(
      context.database,
      { workspaceId, shopDomain },
      { after, limit: limit + 1 },
    )
    const last = found.length > limit ? found[limit - 1] : undefined
    return {
      items: found
        .slice(0, limit)
        .map(({ createdAt, ...receipt }) => ({ ...receipt, createdAt: createdAt.toISOString() })),
      nextCursor: last ? cursors.seal(scope, { sortKey: last.createdAt.getTime(), id: last.id }) : null,
      ...(shopDomain !== undefined &&
        caller.scopes.includes('contacts:read') && { contact: await findContact(request, shopDomain) }),
    }
  },
})

async function findContact({ caller, context }: ToolRequest, shopDomain: string) {
  const { workspaceId } = caller
  const page = { after: undefined, limit: 1 }
  const [contact] = await listContacts(context.database, { workspaceId, shopDomain }, page)
  if (contact === undefined) return null
  const { email, ownerName, country, shopifyPlan, phone } = contact
  return { email, ownerName, country, shopifyPlan, phone }
}
