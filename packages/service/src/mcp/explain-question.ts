import { shopDomainSchema } from '@affiliate-platform/contract'
import { accessDenied, ServiceError } from '@affiliate-platform/contract/server'
import { listAppsOfShop } from '@affiliate-platform/platform/explain'
import * as z from 'zod'
import { pageArguments } from './list-apps.ts'
import { type ToolRequest, textOrNumber } from './tool.ts'

const recordIdSchema = z.guid().toLowerCase()

const rowsDefault = 10

/** What `explain` is asked. */
export const questionSchema = z
  .strictObject({
    record: z.enum(['membership', 'payout', 'commission', 'shop']).describe('What to explain.'),
    id: z
      .string()
      .max(255)
      .toLowerCase()
      .describe('The id of the record; for a shop its myshopify.com domain.'),
    appId: z.optional(z.guid().toLowerCase()).describe('For a shop that several apps know: which of them.'),
    unit: textOrNumber(z.string().regex(/^[1-9]\d{0,37}$/))
      .optional()
      .describe('For a payout: one of its minor units, counted from 1, to trace to its source.'),
    ...pageArguments,
    // An explained commission has some 1.5 kB.
    limit: pageArguments.limit.default(rowsDefault),
  })
  .refine(({ record, id }) => (record === 'shop' ? shopDomainSchema : recordIdSchema).safeParse(id).success, {
    path: ['id'],
    error: 'A record id (UUID), or for a shop its domain, such as example.myshopify.com.',
    params: { code: 'invalid_format' },
  })
  .refine(({ record, appId }) => record === 'shop' || appId === undefined, {
    path: ['appId'],
    error: 'For a shop, and for nothing else.',
    params: { code: 'invalid_combination' },
  })
  .refine(({ record, unit }) => record === 'payout' || unit === undefined, {
    path: ['unit'],
    error: 'Only a payout has units.',
    params: { code: 'invalid_combination' },
  })

export type Question = z.output<typeof questionSchema>

/** The id in a position that only counts rows. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Finds the app of a shop: the one that was named, or the only one that knows the shop.
 *
 * @throws ServiceError `access_denied` where none does, `invalid_request` where several do
 */
export async function findAppOfShop(
  { context: { database }, caller: { workspaceId } }: ToolRequest,
  { id: shopDomain, appId }: Question,
): Promise<string> {
  if (appId !== undefined) return appId
  const found = await listAppsOfShop(database, workspaceId, shopDomain)
  const [only] = found
  if (only === undefined) throw accessDenied()
  if (found.length === 1) return only
  throw new ServiceError('invalid_request', 'Several apps know the shop.', {
    issues: [{ pointer: '/appId', code: 'required', message: `One of ${found.join(', ')}.` }],
  })
}
