import { scale, type startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { createPayout } from '../../src/payouts.ts'

type Random = ReturnType<typeof startRandom>

/** From 1 up to `max`, mostly small. */
const upTo = (random: Random, max: number): number => Math.ceil(max ** (random.below(1000) / 1000))

/** A shop with sales and refunds, sometimes with an install reward and with a payout by hand, all of random sizes. */
export async function insertRandomEarnings(database: Database, random: Random): Promise<MoneyApp> {
  // A shop in twenty is a large one.
  const centsMax = random.below(20) === 0 ? scale({ quick: 800, soak: 20_000 }) : 800
  const reward = random.below(3) === 0 ? upTo(random, centsMax / 10) : 0
  const app = await insertMoneyApp(database, {
    ...{ rateBps: 1250, holdDays: 0, durationMonths: null },
    cpi: { amountMinor: `${reward}`, currency: 'USD' },
    threshold: { amountMinor: '0', currency: 'USD' },
  })
  const rows = Array.from({ length: 1 + random.below(6) }, () => ({
    gross: `${random.below(4) === 0 ? '-' : ''}${upTo(random, centsMax) / 100}`,
    on: `2026-02-${String(1 + random.below(28)).padStart(2, '0')}`,
  }))
  await collect(database, app, rows)
  if (random.below(5) === 0) {
    const amount = { amountMinor: `${upTo(random, centsMax / 10)}`, currency: 'USD' }
    await createPayout(database, {
      ...{ id: newId(), workspaceId: app.workspaceId, membershipId: app.membershipId, amount },
      ...{ reason: 'bonus', actor: 'operator:mia', createdAt: new Date() },
    })
  }
  return app
}
