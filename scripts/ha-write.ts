// A write as clients send it, for trying out what becomes of it.
import { randomUUID } from 'node:crypto'
import type { Demo } from '@affiliate-platform/operator/demo'

const money = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
const rules = {
  ...{ basis: 'net', rateBps: 2000, cpi: money('500'), includedSaleKinds: ['subscription_sale'] },
  ...{ durationMonths: 12, holdDays: 30, threshold: money('5000'), windowDays: 30 },
  ...{ allowExistingShops: false, allowManualClaims: true },
}

/** A save of terms for the demo's membership, with a key of its own unless a retry brings one. */
export function buildWrite({ ids, keys }: Demo, idempotencyKey: string = randomUUID()): Request {
  return new Request(`http://service.test/api/affiliate-platform/v1/memberships/${ids.membershipId}/terms`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${keys.affiliate}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify({ rules }),
  })
}
