import { instantSchema } from '@affiliate-platform/contract'
import { ServiceError } from '@affiliate-platform/contract/server'
import { type BookedBalance, listBalancesAt } from '@affiliate-platform/platform/balances'
import * as z from 'zod'
import { toDate } from '../to-date.ts'
import { formatSigned, leaveOutZero } from './add-amounts.ts'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { openMemberPage } from './page-by-member.ts'
import { defineTool } from './tool.ts'

// A row is short, and each page adds up the whole workspace.
const rowsMax = 100

const sum = (what: string) => z.string().optional().describe(`${what} In minor units of the currency.`)

const balanceSchema = z
  .object({
    currency: z.string(),
    openingMinor: sum('What was owed at since; 0 without it. Below 0 the members owed it.'),
    accruedMinor: sum('Commissions that were booked.'),
    takenBackMinor: sum('Reversals and deductions that were booked.'),
    writtenOffMinor: sum('Debts of members that were written off.'),
    repaidMinor: sum('Debts that members paid back.'),
    paidMinor: sum(
      'Reported as paid, less reports that were retracted, returned or disputed; below 0 where those are more.',
    ),
    closingMinor: z
      .string()
      .describe('What was owed at asOf: opening + accrued - takenBack + writtenOff + repaid - paid.'),
  })
  .describe('A sum that is 0 is left out.')

const memberBalanceSchema = z.object({
  membershipId: z.guid(),
  memberName: z.string(),
  opening: z.string().optional().describe('With since.'),
  closing: z.string(),
})

/** What was owed at an instant, and how it came to that. */
export const listBalancesTool = defineTool({
  name: 'list_balances',
  title: 'List balances',
  description:
    'Adds up what the workspace owed its members at an instant, and what changed since another one: the facts that had been booked by then, whatever has been booked since. closing = opening + accrued - takenBack + writtenOff + repaid - paid, what is 0 left out; it counts what is held, due, and in payouts without being paid. Ask it whom you owe what, and what changed since last month; explain with a membership says why. Each call reads every commission of the workspace.',
  input: z
    .strictObject({
      asOf: z
        .optional(instantSchema)
        .describe('What was booked by then counts; not in the future. Default: now.'),
      since: z
        .optional(instantSchema)
        .describe('What was booked by then is the opening balance. Default: the beginning.'),
      byMembership: z
        .boolean()
        .default(false)
        .describe('List memberships too, without those to whom nothing was owed and nothing happened.'),
      membershipId: z.guid().toLowerCase().optional().describe('Only this membership.'),
      ...pageArguments,
      limit: z.int().min(1).max(rowsMax).default(rowsMax).describe('Rows per page.'),
    })
    .refine(({ asOf, since = '' }) => asOf === undefined || !(Date.parse(since) > Date.parse(asOf)), {
      path: ['since'],
      error: 'Not later than asOf.',
      params: { code: 'invalid_combination' },
    }),
  output: z.object({
    asOf: z.iso.datetime(),
    since: z.iso.datetime().nullable(),
    totals: z.array(balanceSchema).describe('By currency; without one nothing was booked.'),
    items: z.array(memberBalanceSchema).describe('By membership and currency.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ caller, context: { database }, cursors }, { asOf, since, membershipId, ...asked }) {
    const { workspaceId, lineageId } = caller
    const { byMembership: isByMembership, cursor, limit } = asked
    const filters = Object.entries({ asOf, since, membershipId, isByMembership }).map(
      ([name, value]) => [name, String(value)] as const,
    )
    const page = openMemberPage({ cursors, cursor, scope: { list: 'balances', lineageId, filters } })
    const [until, from] = [page.asOf ?? toDate(asOf), toDate(since)]
    const scope = { workspaceId, asOf: until, since: from, membershipId }
    const found = await listBalancesAt(database, { ...scope, isByMembership })
    if (!found.ok) throw toError(found.rejection)
    const { items, nextCursor } = page.take(
      found.balances.filter(isOfMember).filter(isWorthALine),
      limit,
      found.asOf,
    )
    return {
      asOf: found.asOf.toISOString(),
      since: from?.toISOString() ?? null,
      totals: addUp(found.balances).map(({ currency, closingMinor, ...sums }) => ({
        currency,
        ...leaveOutZero(sums),
        closingMinor,
      })),
      items: items.map((row) => toItem(row, from !== undefined)),
      nextCursor,
    }
  },
})

const sumNames = [
  ...(['openingMinor', 'accruedMinor', 'takenBackMinor', 'writtenOffMinor', 'repaidMinor'] as const),
  ...(['paidMinor', 'closingMinor'] as const),
]

type MemberBalance = BookedBalance & { readonly membershipId: string; readonly memberName: string }

const isOfMember = (row: BookedBalance): row is MemberBalance => row.membershipId !== null

type Sums = Readonly<Record<(typeof sumNames)[number], string>> & { readonly currency: string }

const isWorthALine = (row: Sums): boolean => sumNames.some((name) => row[name] !== '0')

/** Each amount once, as a person reads it: a page is to hold everybody (D484). */
const toItem = (row: MemberBalance, hasOpening: boolean): z.output<typeof memberBalanceSchema> => ({
  ...{ membershipId: row.membershipId, memberName: row.memberName },
  ...(hasOpening && { opening: formatSigned(row.openingMinor, row.currency) }),
  closing: formatSigned(row.closingMinor, row.currency),
})

function addUp(rows: readonly Sums[]): Sums[] {
  const totals = new Map<string, Sums>()
  for (const row of rows) {
    const before = totals.get(row.currency)
    const sums = sumNames.map((name) => [name, `${BigInt(before?.[name] ?? 0) + BigInt(row[name])}`])
    totals.set(row.currency, { currency: row.currency, ...Object.fromEntries(sums) })
  }
  return [...totals.values()]
}

function toError(rejection: 'ahead' | 'not_settled'): ServiceError {
  if (rejection === 'not_settled') {
    return new ServiceError('unavailable', 'Something may still be booked at that time. Ask again.')
  }
  return new ServiceError('invalid_request', 'There are no balances of the future.', {
    issues: [{ pointer: '/asOf', code: 'in_future', message: 'Not in the future.' }],
  })
}
