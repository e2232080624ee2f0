import {
  createMemoryLedger,
  handleUninstall,
  type InstallResult,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes'
import { uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildRejection } from '../support/fake-identify.ts'
import { accessToken, appId, secret } from '../support/fixtures.ts'
import { shopCount } from '../support/scale.ts'

const renewals = 24
const batchShops = 500

/** Two processes of one app, that share nothing but the ledger. */
function createProcesses() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const ledger = createMemoryLedger({ entriesMax: Number.POSITIVE_INFINITY })
  const identified = new Map<string, number>()
  const pending: Promise<unknown>[] = []
  const outcomes = new Map<InstallResult['outcome'], number>()
  let calls = 0
  const client = {
    identify: async ({ myshopifyDomain: shop }: { readonly myshopifyDomain: string }) => {
      calls += 1
      await undefined
      // Some calls fail, at a moment that no process expects, and some of their retries too.
      if (calls % 7 === 0) throw buildRejection(503, 'unavailable')
      identified.set(shop, (identified.get(shop) ?? 0) + 1)
      return { ok: true }
    },
  }
  const createProcess = () => {
    const hook = identifyOnInstall({
      client,
      appId,
      ledger,
      waitUntil: (promise) => void pending.push(promise),
      onResult: ({ outcome }) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1),
    })
    const uninstall = handleUninstall({ ledger, secrets: secret, onResult: () => undefined })
    const authorize = (shop: string) => hook({ session: { shop, isOnline: false, accessToken } })
    return { authorize, uninstall }
  }
  const settle = async () => {
    await Promise.all(pending.splice(0))
  }
  return { processes: [createProcess(), createProcess()] as const, identified, outcomes, settle }
}

it('identifies each install and each reinstall exactly once, over two processes and all token renewals [4.4-2] [D38]', async () => {
  const { processes, identified, outcomes, settle } = createProcesses()
  const [first, second] = processes
  for (let start = 0; start < shopCount; start += batchShops) {
    const shops = Array.from({ length: Math.min(batchShops, shopCount - start) }, (_, index) => {
      return `shop-${start + index}.myshopify.com`
    })
    for (const installs of [1, 2]) {
      // Two loaders of the first page reach two processes at once.
      for (const shop of shops) for (const { authorize } of processes) authorize(shop)
      await settle()
      for (let renewal = 0; renewal < renewals; renewal += 1) {
        vi.setSystemTime(Date.now() + 3_600_000)
        for (const shop of shops) (renewal % 2 === 0 ? first : second).authorize(shop)
        await settle()
      }
      for (const shop of shops) expect(identified.get(shop)).toBe(installs)
      const triggeredAt = new Date()
      const deliver = (shop: string) =>
        uninstallRequest({ url: 'https://my-app.example', secret, shop, triggeredAt })
      const responses = await Promise.all(shops.map((shop) => second.uninstall(deliver(shop))))
      expect(responses.every(({ status }) => status === 200)).toBe(true)
    }
  }
  expect(identified.size).toBe(shopCount)
  expect(outcomes.get('identified')).toBe(2 * shopCount)
  expect(outcomes.get('failed')).toBeGreaterThan(0)
  const runs = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  expect(runs).toBe(2 * shopCount * (renewals + 2))
})
