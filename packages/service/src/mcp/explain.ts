import type { PayoutExplanation } from '@affiliate-platform/contract'
import { accessDenied, openCursor, type RowPosition } from '@affiliate-platform/contract/server'
import {
  type ExplainedCommission,
  type Explanation,
  explainCommission,
  explainPayoutPage,
  explainPayoutUnit,
  explainReferredShop,
} from '@affiliate-platform/platform/explain'
import * as z from 'zod'
import { balanceSchema, readBalancePage } from './explain-balance.ts'
import { findAppOfShop, firstId, type Question, questionSchema } from './explain-question.ts'
import { nextCursorSchema } from './list-apps.ts'
import { defineTool, type ToolRequest } from './tool.ts'

const entrySchema = z.looseObject({
  commission: z.looseObject({
    id: z.guid(),
    entry: z.string(),
    availableAt: z.string(),
    because: z.looseObject({ code: z.string() }),
  }),
})

const responseSchema = z.object({
  record: z.enum(['payout', 'commission', 'shop']),
  id: z.string(),
  entries: z
    .array(entrySchema)
    .describe(
      'Each commission with its arithmetic, contract, referral, app transaction, reports and confirmations.',
    ),
  skipped: z
    .array(z.object({ platformId: z.string(), reason: z.string() }))
    .describe(
      'What the shops bought that earns nothing, and why; for a payout, with the first commission of each shop.',
    ),
  appTransactions: z
    .array(z.looseObject({ platformId: z.string() }))
    .describe('For a shop: every app transaction with what it counts for.'),
  evidence: z
    .array(z.looseObject({ kind: z.string(), verdict: z.looseObject({ code: z.string() }) }))
    .describe('For a shop: everything that names a member who brought it, and what became of it.'),
  nextCursor: nextCursorSchema,
})

/** Why a record is what it is. */
export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a balance, a payout, a commission or a shop',
  description:
    'Explains why a payout, one unit of it, a commission or everything of a shop is what it is: sale, contract, arithmetic, evidence, and what earns nothing; and of a membership what it is owed, by shop, with until when it is held. The lists are paged together.',
  input: questionSchema,
  output: z.union([responseSchema, balanceSchema]),
  async run(request, question) {
    const { record, id, unit } = question
    const filters = Object.entries({ appId: question.appId ?? '', id, record, unit: unit ?? '' })
    const isPaged = record === 'payout' && unit === undefined
    const list = isPaged ? 'explain_payout' : 'explain'
    const scope = { list, lineageId: request.caller.lineageId, filters }
    const after = openCursor(request.cursors, scope, question.cursor)
    const toCursor = (next: RowPosition | undefined) =>
      next === undefined ? null : request.cursors.seal(scope, next)
    if (record === 'membership') {
      const { explained, next } = await readBalancePage(request, question, after)
      return { record, id, ...explained, nextCursor: toCursor(next) }
    }
    const page = isPaged
      ? await readPayoutPage(request, question, after)
      : cutPage(await findExplanation(request, question, after), question.limit, after)
    const { entries, skipped, appTransactions = [], evidence = [], next } = page
    return {
      record,
      id,
      entries: entries.map((entry) => ({ ...entry })),
      skipped: skipped.map((row) => ({ ...row })),
      appTransactions: appTransactions.map((row) => ({ ...row })),
      evidence: evidence.map((row) => ({ ...row })),
      nextCursor: toCursor(next),
    }
  },
})

/** What is explained, and where the next page begins. */
interface Page extends Parts {
  readonly next: RowPosition | undefined
}

/** Reads a page of a payout, whose lines may be many: nothing is explained that is not on it. */
async function readPayoutPage(
  { context: { database }, caller: { workspaceId } }: ToolRequest,
  { id: payoutId, limit }: Question,
  after: RowPosition | undefined,
): Promise<Page> {
  const from = after && { id: after.id, skippedBefore: after.sortKey }
  const page = await explainPayoutPage(database, { workspaceId, payoutId }, { from, limit })
  if (page === undefined) throw accessDenied()
  return { ...page, next: page.next && { id: page.next.id, sortKey: page.next.skippedBefore } }
}

/** The three lists of an explanation. */
interface Parts {
  readonly entries: readonly (ExplainedCommission | PayoutExplanation)[]
  readonly skipped: Explanation['skipped']
  readonly appTransactions?: Explanation['appTransactions']
  readonly evidence?: Explanation['evidence']
}

/**
 * Cuts a page out of the lists: the entries begin with it, the others with the shop. Its position is how many rows were
 * before it: what is posted later comes after.
 */
function cutPage(parts: Parts, limit: number, after: RowPosition | undefined): Page {
  const { entries, skipped, appTransactions = [] } = parts
  const start = after?.sortKey ?? 0
  const end = start + limit
  const hasMore = entries.length > limit || skipped.length > end || appTransactions.length > end
  return {
    entries: entries.slice(0, limit),
    skipped: skipped.slice(start, end),
    appTransactions: appTransactions.slice(start, end),
    ...(start === 0 && parts.evidence && { evidence: parts.evidence }),
    next: hasMore ? { sortKey: end, id: firstId } : undefined,
  }
}

/** Finds the explanation in the key's workspace, of a shop a page of its commissions: unknown and foreign are one error. */
async function findExplanation(
  request: ToolRequest,
  question: Question,
  after: RowPosition | undefined,
): Promise<Parts> {
  const { database } = request.context
  const { workspaceId } = request.caller
  const { record, id, unit, limit } = question
  if (unit !== undefined) {
    const found = await explainPayoutUnit(database, { workspaceId, payoutId: id }, BigInt(unit))
    if (found === undefined) throw accessDenied()
    return { entries: [found], skipped: [] }
  }
  // One more than the page: whether there is a next one.
  const part = { start: after?.sortKey ?? 0, limit: limit + 1 }
  const found =
    record === 'shop'
      ? await explainReferredShop(
          database,
          { workspaceId, appId: await findAppOfShop(request, question), shopDomain: id },
          part,
        )
      : await explainCommission(database, workspaceId, id)
  if (found === undefined) throw accessDenied()
  return found
}
