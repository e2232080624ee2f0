import { shopDomainSchema } from '@affiliate-platform/contract'
import { accessDenied, openCursor } from '@affiliate-platform/contract/server'
import {
  type Explanation,
  explainCommission,
  explainPayout,
  explainPayoutUnit,
  explainReferredShop,
} from '@affiliate-platform/platform/explain'
import * as z from 'zod'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { appIdSchema } from './operation-tools.ts'
import { defineTool, type ToolRequest, textOrNumber } from './tool.ts'

const recordIdSchema = z.guid().toLowerCase()

const questionSchema = z
  .strictObject({
    record: z.enum(['payout', 'commission', 'shop']).describe('What to explain.'),
    id: z
      .string()
      .max(255)
      .toLowerCase()
      .describe('The id of the record; of a shop its myshopify.com domain.'),
    appId: appIdSchema.optional().describe('For a shop: the app that it was referred to.'),
    unit: textOrNumber(z.string().regex(/^[1-9]\d{0,37}$/))
      .optional()
      .describe('For a payout: one of its minor units, counted from 1, to be traced to its source.'),
    ...pageArguments,
  })
  .refine(({ record, id }) => (record === 'shop' ? shopDomainSchema : recordIdSchema).safeParse(id).success, {
    path: ['id'],
    error: 'A record id (UUID), of a shop its domain such as example.myshopify.com.',
    params: { code: 'invalid_format' },
  })
  .refine(({ record, appId }) => (record === 'shop') === (appId !== undefined), {
    path: ['appId'],
    error: 'Required for a shop, and for nothing else.',
    params: { code: 'invalid_combination' },
  })
  .refine(({ record, unit }) => record === 'payout' || unit === undefined, {
    path: ['unit'],
    error: 'Only a payout has units.',
    params: { code: 'invalid_combination' },
  })

/** What is asked. */
type Question = z.output<typeof questionSchema>

const entrySchema = z.looseObject({
  commission: z.looseObject({
    id: z.guid(),
    entry: z.string(),
    availableAt: z.string(),
    because: z.string(),
  }),
})

const responseSchema = z.object({
  record: z.string(),
  id: z.string(),
  entries: z
    .array(entrySchema)
    .describe(
      'Each commission with its arithmetic, contract, referral, collection, reports and confirmations.',
    ),
  skipped: z
    .array(z.object({ platformId: z.string(), reason: z.string() }))
    .describe('What the shops bought that earns nothing, and why.'),
  collections: z
    .array(z.looseObject({ platformId: z.string() }))
    .describe('Of a shop: every collection with what it counts for.'),
  nextCursor: nextCursorSchema,
})

/** Why a record is what it is. */
export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a payout, a commission or a shop',
  description:
    'Explains why a payout, one unit of it, a commission or everything of a shop is what it is: sale, contract, arithmetic, evidence, and what earns nothing. The three lists are paged together.',
  input: questionSchema,
  output: responseSchema,
  async run(request, question) {
    const { credential, cursors } = request
    const { record, id, appId = '', unit = '', cursor, limit } = question
    const filters = Object.entries({ appId, id, record, unit })
    const scope = { section: 'explain', lineageId: credential.lineageId, filters }
    // The position is the number of rows before the page: what is posted later comes after them.
    const start = openCursor(cursors, scope, cursor)?.createdAtMs ?? 0
    const { entries, skipped, collections } = await findExplanation(request, question)
    const end = start + limit
    const hasMore = [entries, skipped, collections].some(({ length }) => length > end)
    return {
      ...{ record, id },
      entries: entries.slice(start, end),
      skipped: skipped.slice(start, end),
      collections: collections.slice(start, end),
      nextCursor: hasMore ? cursors.seal(scope, { createdAtMs: end, id: firstId }) : null,
    }
  },
})

const firstId = '00000000-0000-0000-0000-000000000000'

/** Finds the explanation in the key's workspace: unknown and foreign are one error. */
async function findExplanation(
  { context: { database }, credential: { workspaceId } }: ToolRequest,
  { record, id, appId = '', unit }: Question,
) {
  if (unit !== undefined) {
    const found = await explainPayoutUnit(database, { workspaceId, payoutId: id }, BigInt(unit))
    if (found === undefined) throw accessDenied()
    return { entries: [{ ...found }], skipped: [], collections: [] }
  }
  const explain: Record<Question['record'], () => Promise<Explanation | undefined>> = {
    payout: () => explainPayout(database, { workspaceId, payoutId: id }),
    commission: () => explainCommission(database, workspaceId, id),
    shop: () => explainReferredShop(database, { workspaceId, appId, shopDomain: id }),
  }
  const found = await explain[record]()
  if (found === undefined) throw accessDenied()
  const { entries, skipped, collections = [] } = found
  return {
    entries: entries.map((entry) => ({ ...entry })),
    skipped: skipped.map((row) => ({ ...row })),
    collections: collections.map((row) => ({ ...row })),
  }
}
