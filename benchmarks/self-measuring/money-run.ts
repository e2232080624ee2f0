import { freezeByHand } from '../money/floors.ts'
import { measureRows, openMoney } from '../money/open-money.ts'
import { prepareFreeze as prepareOurs } from '../money/prepare-freeze.ts'
import { analyzeMoney, insertPostedSales, insertShops } from '../money/world.ts'
import type { StartWork } from './work.ts'

const salesOfRun = 2

/** Freezes a run over a tenth as many memberships as there are rows, by a preview. Variants: `ours`, `floor`. */
export const start: StartWork = async ({ variant, databaseUrl, postgresPid, rows }) => {
  const memberships = Math.ceil(rows / 10)
  const money = await openMoney(databaseUrl, `run/${variant}`)
  const { world, client, stop } = money
  await insertShops(client, world, { first: 0, shops: memberships })
  /** Looks at what is due, and returns what freezes it. */
  const prepareFreeze = async () =>
    variant === 'floor' ? () => freezeByHand(client, world) : await prepareOurs(money)
  let from = 0
  const insertDue = async (shops: number) => {
    await insertPostedSales(client, world, { first: 0, shops, sales: salesOfRun, from })
    from += salesOfRun
    await analyzeMoney(client)
  }
  return {
    async check() {
      if (from === 0) {
        await insertDue(20)
        await (await prepareFreeze())()
      }
      const { rows: sums } = await client.query(
        `select count(*) as payouts, sum(amount_minor) as amount, sum(line_count) as lines
         from payouts where workspace_id = $1`,
        [world.workspaceId],
      )
      return JSON.stringify(sums)
    },
    async runSlice() {
      await insertDue(memberships)
      return await measureRows(memberships, postgresPid, await prepareFreeze())
    },
    stop,
  }
}
