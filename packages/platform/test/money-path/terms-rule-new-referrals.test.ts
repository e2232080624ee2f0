import { createApp } from '@affiliate-platform/service'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import {
  buildExampleRules,
  buildLine,
  importLines,
  readCommissions,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { termsPath } from '@affiliate-platform/test-support/terms'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { newId } from '../../src/database.ts'
import { freezeRun } from '../../src/payout-runs.ts'
import { listContracts } from '../../src/referrals.ts'
import { preview } from '../payout-runs/runs.ts'

/** Saves terms through the interface, by the time of the database. */
async function patchTerms(
  { database, ids, keys }: TestService,
  changes: Parameters<typeof buildExampleRules>[0],
): Promise<number> {
  const app = await createApp({ database })
  const request = new Request(new URL(termsPath(ids.membershipId), 'http://service.test'), {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${keys.affiliate}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules: buildExampleRules(changes) }),
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
    const commissions = await readCommissions(database, ids.workspaceId)
    return commissions
      .filter((commission) => commission.referralId === referralId && commission.cause === 'sale')
      .map(({ amount }) => amount.amountMinor)
  }

  test('rule the sales of a referral made since, and never one made before [4.1-6, 3-prospective]', async () => {
    const { database, ids } = service()
    const savedAtMs = await patchTerms(service(), { rateBps: 3000 })
    const before = await referAt('before.myshopify.com', { installedAtMs: savedAtMs - 1 })
    const since = await referAt('since.myshopify.com', { installedAtMs: savedAtMs })
    const collectedAt = new Date(savedAtMs).toISOString()
    const sell = (shopDomain: string, platformId: string) =>
      buildLine({ platformId, shopDomain, collectedAt })
    const imported = [sell('before.myshopify.com', 'sale/b'), sell('since.myshopify.com', 'sale/s')]
    await importLines(database, ids, imported)

    // 20 % of net 18.45 by the demo's terms, and 30 % of gross 19.0.
    expect(await amountsOf(before)).toEqual(['369'])
    expect(await amountsOf(since)).toEqual(['570'])
  })

  test('are those of the click, where there is one [2.2-windowDays]', async () => {
    const savedAtMs = await patchTerms(service(), { rateBps: 4000 })
    const installedAtMs = savedAtMs
    const byClick = await referAt('click.myshopify.com', { installedAtMs, clickedAtMs: savedAtMs - 1 })
    const byInstall = await referAt('install.myshopify.com', { installedAtMs, clickedAtMs: savedAtMs })

    expect(await rateOf(byClick)).not.toBe(4000)
    expect(await rateOf(byInstall)).toBe(4000)
  })

  test('change no entry, and hold nothing back that was earned before, between a preview and its freeze [D57] [D181]', async () => {
    const { database, ids } = service()
    const threshold = (amountMinor: string) => ({ threshold: { amountMinor, currency: 'USD' } })
    const savedAtMs = await patchTerms(service(), { holdDays: 0, ...threshold('1') })
    await referAt('paid.myshopify.com', { installedAtMs: savedAtMs })
    const sale = buildLine({ platformId: 'sale/paid', shopDomain: 'paid.myshopify.com', gross: '1900.0' })
    const lines = [{ ...sale, collectedAt: new Date(savedAtMs).toISOString() }]
    const { workspaceId } = ids
    expect(await importLines(database, ids, lines)).toMatchObject({ posted: 1 })
    const asOf = new Date(savedAtMs)
    const before = await preview(database, workspaceId, asOf.toISOString())
    const decision = ownOf(before.decisions)
    expect(decision).toMatchObject({ decision: 'paid', thresholdMinor: 1n })
    const entries = await readEntries()

    const changedAtMs = await patchTerms(service(), { rateBps: 1, ...threshold('100000000000') })
    expect(changedAtMs).toBeGreaterThan(savedAtMs)
    expect(await importLines(database, ids, lines)).toMatchObject({ known: 1, posted: 0 })
    expect(await readEntries()).toEqual(entries)
    const later = await preview(database, workspaceId, new Date(changedAtMs).toISOString())
    const expected = { decision: 'paid', thresholdMinor: 1n, thresholdContractId: expect.any(String) }
    expect(ownOf(later.decisions)).toMatchObject(expected)
    const plan = { workspaceId, runId: newId(), asOf, previewHash: before.hash, actor: 'operator:mia' }
    const frozen = await freezeRun(database, plan)
    const payouts = frozen.ok ? frozen.run.payouts : []
    expect(ownOf(payouts)?.amountMinor).toBe(String(decision?.sumMinor))
  })

  /** What concerns the membership's dollars. */
  const ownOf = <T extends { membershipId: string; currency: string }>(found: readonly T[]) =>
    found.find(
      ({ membershipId, currency }) => membershipId === service().ids.membershipId && currency === 'USD',
    )

  /** The entries and contracts of the app, byte by byte. */
  async function readEntries() {
    const { database, ids } = service()
    const text = `
      select commission::text || contract::text as text
      from commissions commission
      join referral_contracts contract
        on contract.workspace_id = commission.workspace_id and contract.id = commission.contract_id
      where commission.workspace_id = $1
      order by commission.id`
    return await database.query({ name: '', text }, [ids.workspaceId])
  }
})
