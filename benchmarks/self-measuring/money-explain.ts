import { explainPayoutUnit } from '@affiliate-platform/platform/explain'
import { explainByHand, postByHand } from '../money/floors.ts'
import { openMoney } from '../money/open-money.ts'
import { prepareFreeze } from '../money/prepare-freeze.ts'
import { analyzeMoney, insertSales, insertShops } from '../money/world.ts'
import { repeatFor, type StartWork } from './work.ts'

const lines = 1000

/** Explains single units, spread over a payout of a thousand lines. Variants: `ours`, `floor`. */
export const start: StartWork = async ({ variant, databaseUrl }) => {
  const { world, client, database, stop } = await openMoney(databaseUrl, `explain/${variant}`)
  const { workspaceId } = world
  await insertShops(client, world, { first: 0, shops: 1 })
  await insertSales(client, world, { first: 0, shops: 1, sales: lines })
  await analyzeMoney(client)
  await postByHand(client, world)
  await analyzeMoney(client)
  // As the product freezes it: what it writes down of the units is there for both.
  const freeze = await prepareFreeze({ database, world })
  await freeze()
  const { rows } = await client.query<{ id: string; units: string }>(
    'select id, amount_minor as units from payouts where workspace_id = $1',
    [workspaceId],
  )
  const { id: payoutId = '', units = '0' } = rows[0] ?? {}
  const explain = async (unit: bigint): Promise<string | undefined> =>
    variant === 'floor'
      ? (await explainByHand(client, world, { payoutId, unit })).appTransaction.platform_id
      : (await explainPayoutUnit(database, { workspaceId, payoutId }, unit))?.appTransaction?.platformId
  let step = 0n
  const explainNext = () => {
    step += 7919n
    return explain(1n + (step % BigInt(units)))
  }
  return {
    async check() {
      const found: unknown[] = []
      for (const share of [0n, 1n, 2n, 3n])
        found.push(await explain(1n + ((BigInt(units) - 1n) * share) / 3n))
      return JSON.stringify(found)
    },
    runSlice: (durationMs) => repeatFor(durationMs, explainNext, 5),
    stop,
  }
}
