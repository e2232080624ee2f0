import { createApp } from '@affiliate-platform/service'
import type { MoneyWorld } from '@affiliate-platform/test-support/money-world'
import { createApiKey } from '../../src/api-keys.ts'

interface ServedCommission {
  readonly entry: string
  readonly amount: { readonly amountMinor: string }
}

/** The amounts of a world's commissions as the service lists them, in any order. */
export async function listServedAmounts({
  database,
  workspaceId,
  appId,
}: MoneyWorld): Promise<readonly bigint[]> {
  const plan = {
    kind: 'affiliate',
    workspaceId,
    appId,
    scopes: ['commissions:read'],
    name: 'reader',
  } as const
  const key = await createApiKey(database, { ...plan, expiresAtMs: undefined })
  const app = await createApp({ database })
  const request = new Request('http://service.test/api/affiliate-platform/v1/commissions?limit=50', {
    headers: { Authorization: `Bearer ${key?.apiKey}` },
  })
  const response = await app.fetch(request)
  const { items } = Object(await response.json())
  return items.map(
    ({ entry, amount }: ServedCommission) => (entry === 'accrual' ? 1n : -1n) * BigInt(amount.amountMinor),
  )
}
