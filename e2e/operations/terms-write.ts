// A write as clients send it, for trying out what becomes of it.
import { randomUUID } from 'node:crypto'
import type { Demo } from '@affiliate-platform/operator/demo'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'

/** A save of terms for the demo's membership, with a key of its own unless a retry brings one. */
export function buildWrite({ ids, keys }: Demo, idempotencyKey: string = randomUUID()): Request {
  return new Request(`http://service.test${termsPath(ids.membershipId)}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${keys.affiliate}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify({ rules: buildRules() }),
  })
}
