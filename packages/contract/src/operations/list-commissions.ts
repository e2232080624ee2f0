import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { moneyResponseSchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineSection } from './section.ts'

/** Lists the commissions of an app's memberships, by the time of their accrual (D61, D129). */
export const listCommissions = /*@__PURE__*/ defineSection({
  id: 'listCommissions',
  name: 'commissions',
  scope: 'commissions:read',
  row: responseObject({
    id: z.guid(),
    kind: z.enum(['commissions']),
    appId: z.guid(),
    programId: z.guid(),
    groupId: z.nullable(z.guid()),
    membershipId: z.guid(),
    referralId: z.nullable(z.guid()),
    payoutId: z.nullable(z.guid()),
    name: z.string(),
    status: z.string(),
    entry: z.string(),
    saleKind: z.nullable(z.string()),
    amount: moneyResponseSchema,
    accruedAt: instantSchema,
    availableAt: instantSchema,
  }),
  filters: ['appId', 'programId', 'groupId', 'membershipId', 'from', 'to', 'currency', 'status', 'search'],
  statuses: ['paid', 'in_payout', 'held', 'available'],
})
