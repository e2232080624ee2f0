import { accessDenied, type RowPosition } from '@affiliate-platform/contract/server'
import { explainBalance, type OpenPart } from '@affiliate-platform/platform/balances'
import { findMembership } from '@affiliate-platform/platform/memberships'
import * as z from 'zod'
import { formatSigned, leaveOutZero } from './add-amounts.ts'
import { firstId, type Question } from './explain-question.ts'
import { nextCursorSchema } from './list-apps.ts'
import type { ToolRequest } from './tool.ts'

const sums = {
  dueMinor: z.string().optional(),
  heldMinor: z.string().optional(),
  unpaidMinor: z.string().optional(),
}

/** What a membership is owed, as `explain` says it. */
export const balanceSchema = z.object({
  record: z.literal('membership'),
  id: z.guid(),
  memberName: z.string(),
  balances: z
    .array(z.object({ currency: z.string(), ...sums }))
    .describe('By currency: due and held are in no payout, unpaid is in payouts. What is 0 is left out.'),
  parts: z
    .array(
      z.object({
        shopDomain: z.string().optional(),
        cause: z.string().optional().describe('Of what is of no shop: what a person entered.'),
        commissions: z.int(),
        due: z.string().optional(),
        held: z.string().optional(),
        takenBack: z.string().optional().describe('What reversals and deductions among them took.'),
        heldFrom: z
          .string()
          .optional()
          .describe('When the first that is held becomes available, if not all at once.'),
        heldUntil: z.string().optional().describe('When all that is held is available.'),
      }),
    )
    .describe('What due and held are made of, by shop and currency.'),
  payouts: z
    .array(z.object({ id: z.guid(), status: z.string(), unpaid: z.string(), createdAt: z.string() }))
    .describe('Those that are not paid, or not wholly.'),
  nextCursor: nextCursorSchema,
})

/** Explains what a membership is owed, from a position on, and says where the next page begins. */
export async function readBalancePage(
  { context: { database }, caller: { workspaceId } }: ToolRequest,
  { id, limit }: Question,
  after: RowPosition | undefined,
) {
  const membership = await findMembership(database, { workspaceId, id })
  if (membership === undefined) throw accessDenied()
  const start = after?.sortKey ?? 0
  // One more than the page: whether there is a next one.
  const asked = { workspaceId, membershipId: id, start, limit: limit + 1 }
  const { balances, parts, payouts } = await explainBalance(database, asked)
  const hasMore = parts.length > limit || payouts.length > limit
  return {
    explained: {
      memberName: membership.name,
      balances: balances.map(({ currency, dueMinor, heldMinor, unpaidMinor }) => ({
        currency,
        ...leaveOutZero({ dueMinor, heldMinor, unpaidMinor }),
      })),
      parts: parts.slice(0, limit).map(toPart),
      payouts: payouts.slice(0, limit).map(({ currency, unpaidMinor, createdAt, ...payout }) => ({
        ...payout,
        unpaid: formatSigned(unpaidMinor, currency),
        createdAt: createdAt.toISOString(),
      })),
    },
    next: hasMore ? { sortKey: start + limit, id: firstId } : undefined,
  }
}

function toPart({ currency, shopDomain, cause, commissions, heldFrom, heldUntil, ...part }: OpenPart) {
  const amounts = { due: part.dueMinor, held: part.heldMinor, takenBack: part.takenBackMinor }
  const texts = Object.entries(leaveOutZero(amounts)).map(
    ([name, minor]) => [name, formatSigned(minor, currency)] as const,
  )
  const isAtOnce = heldFrom?.getTime() === heldUntil?.getTime()
  return {
    ...(shopDomain !== null && { shopDomain }),
    ...(cause !== null && { cause }),
    commissions,
    ...Object.fromEntries(texts),
    ...(heldFrom !== null && !isAtOnce && { heldFrom: heldFrom.toISOString() }),
    ...(heldUntil !== null && { heldUntil: heldUntil.toISOString() }),
  }
}
