import { instantSchema } from '@affiliate-platform/contract'
import { ServiceError } from '@affiliate-platform/contract/server'
import { listBalancesAt } from '@affiliate-platform/platform/balances'
import * as z from 'zod'
import { defineTool } from './tool.ts'

const sum = (what: string) => z.string().describe(`${what} In minor units of the currency.`)

const balanceSchema = z.object({
  currency: z.string(),
  openingMinor: sum('What was owed at since; 0 without it. Below 0 the members owed it.'),
  accruedMinor: sum('Commissions that were booked.'),
  takenBackMinor: sum('Reversals and deductions that were booked.'),
  writtenOffMinor: sum('Debts of members that were written off.'),
  repaidMinor: sum('Debts that members paid back.'),
  paidMinor: sum(
    'Reported as paid, less reports that were retracted, returned or disputed; below 0 where those are more.',
  ),
  closingMinor: sum('What was owed at asOf: opening + accrued - takenBack + writtenOff + repaid - paid.'),
})

/** What was owed at an instant, and how it came to that. */
export const listBalancesTool = defineTool({
  name: 'list_balances',
  title: 'List balances',
  description:
    'Adds up what the workspace owed its members at an instant, and what changed since another one, per currency: the facts that had been booked by then, whatever has been booked since. Balances of the past and "what changed since last month?" are asked here; preview_payouts knows only the present. Each call reads every commission of the workspace.',
  input: z
    .strictObject({
      asOf: z
        .optional(instantSchema)
        .describe('What was booked by then counts; not in the future. Default: now.'),
      since: z
        .optional(instantSchema)
        .describe('What was booked by then is the opening balance. Default: the beginning.'),
      membershipId: z.guid().toLowerCase().optional().describe('Only this membership.'),
    })
    .refine(({ asOf, since = '' }) => asOf === undefined || !(Date.parse(since) > Date.parse(asOf)), {
      path: ['since'],
      error: 'Not later than asOf.',
      params: { code: 'invalid_combination' },
    }),
  output: z.object({
    asOf: z.iso.datetime(),
    since: z.iso.datetime().nullable(),
    items: z.array(balanceSchema).describe('By currency; without one nothing was booked.'),
  }),
  async run({ caller: { workspaceId }, context: { database } }, { asOf, since, membershipId }) {
    const [until, from] = [toTime(asOf), toTime(since)]
    const found = await listBalancesAt(database, { workspaceId, asOf: until, since: from, membershipId })
    if (!found.ok) throw toError(found.rejection)
    return {
      asOf: found.asOf.toISOString(),
      since: from?.toISOString() ?? null,
      items: found.balances.map(({ membershipId: _id, memberName: _name, ...balance }) => balance),
    }
  },
})

// Nothing is older than 1970, and the database has no year 0.
const toTime = (instant: string | undefined) =>
  instant === undefined ? undefined : new Date(Math.max(Date.parse(instant), 0))

function toError(rejection: 'ahead' | 'not_settled'): ServiceError {
  if (rejection === 'not_settled') {
    return new ServiceError('unavailable', 'Something may still be booked at that time. Ask again.')
  }
  return new ServiceError('invalid_request', 'There are no balances of the future.', {
    issues: [{ pointer: '/asOf', code: 'in_future', message: 'Not in the future.' }],
  })
}
