import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

/** Lists the commissions of an app's memberships, by the time of their accrual (D61, D129). */
export const listCommissions = /*@__PURE__*/ defineList({
  id: 'listCommissions',
  name: 'commissions',
  scope: 'commissions:read',
  row: recordRow(
    'commissions',
    {
      groupId: z.nullable(z.guid()),
      membershipId: z.guid(),
      referralId: z.nullable(z.guid()),
      payoutId: z.nullable(z.guid()),
    },
    {
      entry: z.string(),
      saleKind: z.nullable(z.string()),
      amount: moneyResponseSchema,
      accruedAt: instantSchema,
      availableAt: instantSchema,
      postedAt: instantSchema,
    },
  ),
  filters: [
    ...(['appId', 'programId', 'groupId', 'membershipId', 'payoutId', 'from', 'to'] as const),
    ...(['postedFrom', 'postedTo', 'currency', 'status', 'search'] as const),
  ],
  statuses: ['paid', 'in_payout', 'held', 'available'],
})
