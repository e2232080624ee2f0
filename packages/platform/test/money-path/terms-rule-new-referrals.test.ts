import { createApp } from '@affiliate-platform/service'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import {
  buildExampleRules,
  buildLine,
  refer,
  toSalesFile,
} from '@affiliate-platform/test-support/money-world'
import { termsPath } from '@affiliate-platform/test-support/terms'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { listCommissions } from '../../src/commissions.ts'
import { listContracts } from '../../src/referrals.ts'
import { importSales } from '../../src/sales.ts'

/** Saves terms through the interface, by the time of the database. */
async function patchTerms({ database, ids, keys }: TestService, rateBps: number): Promise<number> {
  const app = await createApp({ database })
  const request = new Request(new URL(termsPath(ids.membershipId), 'http://service.test'), {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${keys.affiliate}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules: buildExampleRules({ rateBps }) }),
  })
  const { effectiveAt } = Object(await (await app.fetch(request)).json())
  return Date.parse(effectiveAt)
}

describeServiceOnEachEngine('terms saved by the interface', {}, (service) => {
  async function referAt(shop: string, times: { installedAtMs: number; clickedAtMs?: number }) {
    const { database, ids } = service()
    const plan = { workspaceId: ids.workspaceId, membershipId: ids.membershipId, shopDomain: shop }
    const evidence = { evidence: undefined, reason: undefined, contract: undefined, actor: 'operator:mia' }
    return await refer(database, { ...plan, ...evidence, clickedAtMs: undefined, ...times })
  }

  async function rateOf(referralId: string): Promise<number | undefined> {
    const { database, ids } = service()
    const [contract] = await listContracts(database, { workspaceId: ids.workspaceId, referralId })
    return contract?.rules.rateBps
  }

  async function amountsOf(referralId: string) {
    const { database, ids } = service()
    const filter = { workspaceId: ids.workspaceId, membershipId: undefined, referralId }
    const commissions = await listCommissions(database, filter, { after: undefined, limit: 10 })
    return commissions.filter(({ cause }) => cause === 'sale').map(({ amount }) => amount.amountMinor)
  }

  test('rule the sales of a referral made since, and never one made before [4.1-6, 3-prospective]', async () => {
    const { database, ids } = service()
    const savedAtMs = await patchTerms(service(), 3000)
    const before = await referAt('before.myshopify.com', { installedAtMs: savedAtMs - 1 })
    const since = await referAt('since.myshopify.com', { installedAtMs: savedAtMs })
    const collectedAt = new Date(savedAtMs).toISOString()
    const sell = (shopDomain: string, platformId: string) =>
      buildLine({ platformId, shopDomain, collectedAt })
    const order = { workspaceId: ids.workspaceId, appId: ids.appId, actor: 'operator:mia', arguments: {} }
    const imported = [sell('before.myshopify.com', 'sale/b'), sell('since.myshopify.com', 'sale/s')]
    await importSales(database, { ...order, source: 'manual_file' }, toSalesFile(imported))

    // 20 % of net 18.45 by the demo's terms, and 30 % of gross 19.0.
    expect(await amountsOf(before)).toEqual(['369'])
    expect(await amountsOf(since)).toEqual(['570'])
  })

  test('are those of the click, where there is one [2.2-windowDays]', async () => {
    const savedAtMs = await patchTerms(service(), 4000)
    const installedAtMs = savedAtMs
    const byClick = await referAt('click.myshopify.com', { installedAtMs, clickedAtMs: savedAtMs - 1 })
    const byInstall = await referAt('install.myshopify.com', { installedAtMs, clickedAtMs: savedAtMs })

    expect(await rateOf(byClick)).not.toBe(4000)
    expect(await rateOf(byInstall)).toBe(4000)
  })
})
