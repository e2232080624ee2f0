import type { Database, Statement, Transaction } from '@affiliate-platform/platform/database'
import { readSecret } from '@affiliate-platform/platform/database'
import { analyzeCommissions } from './analyze-commissions.ts'
import { earn, pay } from './earn-and-pay.ts'
import type { DemoIds } from './ids.ts'
import { joinTransaction } from './join-transaction.ts'
import { type DemoKeys, deriveDemoKeys } from './keys.ts'
import { toDemoPayoutRows } from './payouts.ts'
import { createRandom, type Random } from './random.ts'
import { type DemoRows, insertRows } from './rows.ts'
import { type DemoShop, demoShops } from './shops.ts'
import { demoStartMs } from './structure.ts'
import { buildByHand, buildFirstRows, buildWorld, seed, toApps, type World } from './world.ts'

/** What a caller needs to try the service on demo data. */
export interface Demo {
  readonly keys: DemoKeys
  readonly ids: DemoIds
  readonly shops: readonly DemoShop[]
}

const workspaceExistsStatement: Statement = {
  name: 'demo_workspace_exists',
  text: 'select 1 from workspaces where workspace_id = $1',
}

const runExistsStatement: Statement = {
  name: 'demo_run_exists',
  text: 'select 1 from payout_runs where workspace_id = $1 limit 1',
}

/**
 * Seeds a migrated database with the demo, unless it is there already: 3 programs, 40 memberships, 600 referrals, their
 * sales, commissions and 1,037 payouts for one app, and two more apps to be kept apart from it. The sales are imported,
 * posted and paid out by runs as an operator's are (D153); every state of every list is there. The data is the same every
 * time; the keys differ from database to database.
 */
export async function seedDemo(database: Database): Promise<Demo> {
  const keys = deriveDemoKeys(await readSecret(database))
  const world = buildWorld()
  const { rows, referrals, ids } = buildFirstRows(world, keys)
  const isNew = await database.transaction(async (tx) => {
    const existing = await tx.query(workspaceExistsStatement, [world.app.workspaceId])
    if (existing.length > 0) return false
    await insertRows(tx, rows)
    await insertRows(tx, toDeclarations(world, createRandom(seed + 8)))
    await earn(joinTransaction(database, tx), world.app, referrals)
    return true
  })
  if (isNew) await analyzeCommissions(database)
  // By themselves: in the transaction that added a row, Postgres checks all its foreign keys again at each change. A first
  // start that was killed in between is completed by the next one.
  await database.transaction((tx) => seedPayouts(database, tx, world))
  return { keys, ids, shops: demoShops }
}

async function seedPayouts(database: Database, tx: Transaction, world: World): Promise<void> {
  const existing = await tx.query(runExistsStatement, [world.app.workspaceId])
  if (existing.length > 0) return
  const frozen = await pay(joinTransaction(database, tx), world.app)
  // After the runs: these would pay again what is voided here.
  const byHand = toApps(world).flatMap((app, place) => {
    const memberships = new Set(app.memberships.map(({ id }) => id))
    const frozenCount = frozen.filter(({ membership_id }) => memberships.has(membership_id)).length
    return buildByHand(app, place, app.payoutCount - frozenCount)
  })
  await insertRows(tx, toDemoPayoutRows(createRandom(seed + 2), byHand))
  await insertRows(tx, toDeclarations(world, createRandom(seed + 9)))
}

/** That what this transaction records is of a made-up past (D255): `verify` would name each of its facts. */
function toDeclarations(world: World, { idAt }: Random): DemoRows {
  const workspaces = [...new Set(toApps(world).map(({ workspaceId }) => workspaceId))]
  const reason = 'the demo tells of a past that it made up.'
  const rows = workspaces.map((workspace_id) => ({ workspace_id, id: idAt(demoStartMs), reason }))
  return new Map([['told_pasts', rows]])
}
