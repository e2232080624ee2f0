import type { PayeeDetails } from '@affiliate-platform/platform/payees'
import type { Random } from './random.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'

/** How the members are paid, in turn; the last one has not said yet. */
const ways: readonly (Pick<PayeeDetails, 'method' | 'email' | 'iban'> | null)[] = [
  { method: 'paypal', email: 'payments@member.example', iban: null },
  { method: 'wise', email: 'payments@member.example', iban: null },
  { method: 'paypal', email: 'payments@member.example', iban: null },
  { method: 'sepa', email: null, iban: 'DE89370400440532013000' },
  { method: 'paypal', email: 'payments@member.example', iban: null },
  { method: 'other', email: null, iban: null },
  { method: 'wise', email: 'payments@member.example', iban: null },
  null,
]

/** Builds whom the payouts of an app's members go to. */
export function buildPayees({ idAt }: Random, { workspaceId, id: app_id, memberships }: DemoApp) {
  const created_at = new Date(demoStartMs).toISOString()
  return memberships.flatMap(({ id: membership_id, memberName: name }, index) => {
    const way = at(ways, index)
    if (way === null) return []
    const times = { effective_from: created_at, created_at }
    return {
      workspace_id: workspaceId,
      id: idAt(demoStartMs),
      app_id,
      membership_id,
      name,
      ...times,
      ...way,
      actor: 'system',
    }
  })
}
