import { instantSchema } from '@affiliate-platform/contract'
import { ServiceError } from '@affiliate-platform/contract/server'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { type PairPreview, previewRun } from '@affiliate-platform/platform/payout-runs'
import * as z from 'zod'
import { toDate } from '../to-date.ts'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { openMemberPage } from './page-by-member.ts'
import { defineTool } from './tool.ts'

const minor = (what: string) => z.string().describe(`${what} In minor units of the currency.`)

const decisionSchema = z.object({
  membershipId: z.guid(),
  memberName: z.string(),
  currency: z.string(),
  decision: z.string().describe('would_pay, or why not, such as below_threshold, carried_over, excluded.'),
  sumMinor: minor('What is available and not in a payout yet; below 0 the member owes it.'),
  heldMinor: minor('What is not available yet.'),
  thresholdMinor: minor('What the sum has to reach to be paid.'),
  lines: z.int().describe('How many commissions are in the sum.'),
  reason: z
    .string()
    .optional()
    .describe(
      "The operator's reason for an exclusion; waiting: sales are to be posted first; or payee_changed, with until when new payout details wait.",
    ),
  warnings: z.array(z.string()).optional(),
  termsVersionId: z.guid().nullable().describe('The terms version in force.'),
  thresholdContractId: z
    .guid()
    .optional()
    .describe('The contract whose lower threshold rules, where it is not that of the terms in force.'),
  waitingSales: z
    .int()
    .optional()
    .describe("Sales of the member's shops that wait to be posted: the member is paid after that."),
  termsOf: z.string().nullable().describe('Whose terms they are: membership, group or program.'),
})

const totalSchema = z.object({
  currency: z.string(),
  decision: z.string(),
  sumMinor: minor('Of all memberships with this decision.'),
  heldMinor: minor('Of them, what is not available yet.'),
  memberships: z.int(),
})

/** What the next payout run would do. */
export const previewPayoutsTool = defineTool({
  name: 'preview_payouts',
  title: 'Preview payouts',
  description:
    'Shows what a payout run of the workspace would pay to each membership in each currency, and why others get nothing. It writes nothing: only an operator freezes a run. Each call adds up every commission of the workspace that is not paid yet, whatever its limit, page and membershipId: request large pages, and do not request again what you know. With an asOf in the past it is no balance of that time: it leaves out what has been paid since, and takes in what was booked since. Ask list_balances for that.',
  input: z.strictObject({
    asOf: z
      .optional(instantSchema)
      .describe(
        'Commissions available by then count, with their corrections; not in the future, and not before the latest run. Default: now.',
      ),
    membershipId: z.guid().toLowerCase().optional().describe('Only this membership.'),
    ...pageArguments,
  }),
  output: z.object({
    asOf: z.iso.datetime(),
    hash: z.string().describe('The same on two pages exactly when nothing changed between them.'),
    totals: z.array(totalSchema).describe('Over all pages.'),
    items: z.array(decisionSchema).describe('By membership and currency.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ caller, context, cursors }, { asOf, membershipId, cursor, limit }) {
    const { workspaceId, lineageId } = caller
    const filters = [['asOf', asOf ?? ''] as const, ['membershipId', membershipId ?? ''] as const]
    const scope = { list: 'preview_payouts', lineageId, filters }
    const page = openMemberPage({ cursors, scope, cursor })
    const at = page.asOf ?? toDate(asOf) ?? (await readDatabaseTime(context.database))
    const preview = await findPreview(context.database, { workspaceId, asOf: at })
    const decisions = preview.decisions.filter(
      (row) => membershipId === undefined || row.membershipId === membershipId,
    )
    const { items, nextCursor } = page.take(decisions, limit, preview.asOf)
    return {
      asOf: preview.asOf.toISOString(),
      hash: preview.hash,
      totals: addUp(decisions),
      items: items.map(toDecision),
      nextCursor,
    }
  },
})

async function findPreview(...run: Parameters<typeof previewRun>) {
  const previewing = await previewRun(...run)
  if (previewing.ok) return previewing.preview
  const [detail, issue] =
    previewing.rejection === 'ahead'
      ? ['A payout run cannot be in the future.', { code: 'in_future', message: 'Not in the future.' }]
      : [
          'A payout run cannot lie before one that was frozen.',
          { code: 'before_earlier_run', message: `Not before ${previewing.earlierAsOf.toISOString()}.` },
        ]
  throw new ServiceError('invalid_request', detail, { issues: [{ pointer: '/asOf', ...issue }] })
}

function addUp(rows: readonly PairPreview[]) {
  const totals = new Map<string, Total>()
  for (const { currency, decision, sumMinor, heldMinor } of rows) {
    const key = `${currency} ${decision}`
    const { sum = 0n, held = 0n, memberships = 0 } = totals.get(key) ?? {}
    totals.set(key, {
      ...{ currency, decision: toWord(decision), memberships: memberships + 1 },
      ...{ sum: sum + sumMinor, held: held + heldMinor },
    })
  }
  return [...totals.values()].map(({ sum, held, ...total }) => ({
    ...total,
    sumMinor: `${sum}`,
    heldMinor: `${held}`,
  }))
}

interface Total {
  readonly currency: string
  readonly decision: string
  readonly memberships: number
  readonly sum: bigint
  readonly held: bigint
}

// Nothing is paid by a look at it.
const toWord = (decision: PairPreview['decision']): string => (decision === 'paid' ? 'would_pay' : decision)

function toDecision(row: PairPreview): z.input<typeof decisionSchema> {
  const { membershipId, memberName, currency, decision, reason, warnings, termsVersionId, termsOf } = row
  const { thresholdContractId, waitingSales } = row
  return {
    membershipId,
    memberName,
    currency,
    decision: toWord(decision),
    ...(reason !== null && { reason }),
    termsVersionId,
    termsOf,
    ...(thresholdContractId !== null && { thresholdContractId }),
    ...(waitingSales > 0 && { waitingSales }),
    sumMinor: `${row.sumMinor}`,
    heldMinor: `${row.heldMinor}`,
    thresholdMinor: `${row.thresholdMinor}`,
    lines: row.lineCount,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}
