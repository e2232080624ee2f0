import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { IdentifyClient, InstallBridgeClient } from '@affiliate-platform/sdk'
import { createMemoryLedger, identifyOnInstall } from '@affiliate-platform/shopify-recipes'
import { toApiKey, toId } from '../database/world.ts'
import { baseUrl } from './responses.ts'
import { quantile, type StartWork } from './work.ts'

const serviceMs = 5

/**
 * The hook as an app awaits it in a merchant's authorization: what it adds to that request. Variants: `none` is no
 * hook, `install` a new shop each time, `report` the same where the app also reports installs, `again` a shop that was
 * identified before.
 */
export const start: StartWork = async ({ variant }) => {
  const outcomes = new Map<string, number>()
  const hook = identifyOnInstall({
    appId: toId('app/0'),
    client: new IdentifyClient({ baseUrl, apiKey: toApiKey('workspace', 'client'), fetch: respondLater }),
    ledger: createMemoryLedger(),
    ...(variant === 'report' && {
      bridge: new InstallBridgeClient({
        baseUrl,
        apiKey: toApiKey('install_bridge', 'client'),
        fetch: reportLater,
      }),
    }),
    onResult: ({ outcome }) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1),
  })
  const afterAuth = variant === 'none' ? async () => undefined : hook
  const authorize = async (number: number) => {
    const shop = `shop-${variant === 'again' ? 0 : number}.myshopify.com`
    await afterAuth({ session: { shop, accessToken: `shpat_${toId(shop)}` } })
  }
  let number = 0
  await authorize(number)
  await sleep(100)
  return {
    async check() {
      const expected = variant === 'none' ? undefined : 1
      if (outcomes.get('identified') !== expected) throw new Error('The install was not identified.')
      return ''
    },
    async runSlice(durationMs) {
      const addedUs: number[] = []
      const before = process.cpuUsage()
      for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
        number += 1
        const startMs = performance.now()
        await authorize(number)
        addedUs.push((performance.now() - startMs) * 1000)
        // The merchant's request goes on; the call runs beside it.
        await setImmediate()
      }
      await sleep(serviceMs * 10)
      const { user, system } = process.cpuUsage(before)
      if ((outcomes.get('failed') ?? 0) > 0) throw new Error('A call failed.')
      const sorted = Float64Array.from(addedUs).sort()
      return {
        p50Us: quantile(sorted, 0.5),
        p99Us: quantile(sorted, 0.99),
        cpuUs: (user + system) / addedUs.length,
      }
    },
  }
}

const reportLater: typeof fetch = async () => {
  await sleep(serviceMs)
  return Response.json({ outcome: 'unattributed', reason: 'no_evidence', referralId: null })
}

const respondLater: typeof fetch = async () => {
  await sleep(serviceMs)
  return Response.json({
    ok: true,
    requestId: toId('request'),
    receiptId: toId('receipt'),
    contact: 'read',
    uninstallWatch: 'registered',
  })
}
