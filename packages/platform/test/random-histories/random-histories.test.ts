import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  isSoak,
  pick,
  report,
  runInLanes,
  scale,
  seed,
  startPart,
} from '@affiliate-platform/test-support/guarantee-scale'
import { onTestFailed, test } from 'vitest'
import type { Database } from '../../src/database.ts'
import { payByHand, run, saveTerms, settleDebt, speakOfPayment } from './acts-of-payouts.ts'
import { changeReferral, importSome, linkOne, moveOne, postWhatWaits, resume } from './acts-of-sales.ts'
import { drawRules, type Random, shops } from './draw-rows.ts'
import {
  expectAllTakenBack,
  expectBalancesAsTold,
  expectNothingMore,
  expectOneImportAsPure,
  expectPartsAsWhole,
} from './laws-of-the-end.ts'
import { expectLedger } from './laws-of-the-ledger.ts'
import { readLedger } from './ledger.ts'
import { buildWorld, owedByPair, referShop, type World } from './world.ts'

const histories = scale({ quick: 8, soak: 10_000 })

type Act = (world: World, random: Random) => Promise<void>

/** With how often each happens among the others. */
const acts: readonly (readonly [number, Act])[] = [
  [10, importSome],
  [2, resume],
  [3, moveOne],
  [2, linkOne],
  [1, changeReferral],
  [5, run],
  [6, speakOfPayment],
  [2, payByHand],
  [2, settleDebt],
  [2, saveTerms],
]
const drawn = acts.flatMap(([often, act]) => Array.from({ length: often }, () => act))

// A moment later begins what is booked next.
const tellInstant = {
  name: 'test_tell_instant',
  text: `select date_trunc('milliseconds', clock_timestamp()) as at, pg_sleep(0.002)`,
}

/** Lives a history through, and holds everything that is booked against the laws after each act. */
async function live(database: Database, random: Random, seen: Map<string, number>): Promise<void> {
  const world = await buildWorld(database, random.below(2) === 0)
  await referShop(world, {
    membershipId: pick(random, world.memberIds),
    shopDomain: shops[0],
    rules: drawRules(random),
  })
  await referShop(world, {
    membershipId: pick(random, world.memberIds),
    shopDomain: shops[1],
    rules: drawRules(random),
  })
  await saveTerms(world, random)
  await saveTerms(world, random)
  const check = async () => {
    expectLedger(world, await readLedger(database, world.workspaceId))
    const [now] = await database.query<{ at: Date }>(tellInstant, [])
    if (now !== undefined) world.instants.push({ at: now.at, owed: owedByPair(world) })
  }
  for (let left = 8 + random.below(16); left > 0; left -= 1) {
    const act = pick(random, drawn)
    seen.set(act.name, (seen.get(act.name) ?? 0) + 1)
    await act(world, random)
    await check()
  }
  await postWhatWaits(world)
  await check()
  await expectNothingMore(world)
  if (random.below(3) === 0) await expectOneImportAsPure(world, random)
  await expectBalancesAsTold(world, random)
  if (world.isFeed) return
  await expectPartsAsWhole(world, random)
  await expectAllTakenBack(world)
  await check()
}

describeOnEachEngine('the ledger', (database) => {
  test(`holds its 15 laws in ${histories} random histories [D58] [D62] [D186] [D188] [D189] [D240]`, {
    timeout: isSoak ? 36_000_000 : 120_000,
  }, async () => {
    const seen = new Map<string, number>()
    let failed: number | undefined
    onTestFailed(() => {
      process.stderr.write(`To repeat this failure alone: GUARANTEE_SEED=${seed + (failed ?? 0)}\n`)
    })
    await runInLanes({ count: histories, lanes: 4 }, async (index) => {
      try {
        await live(database(), startPart(index), seen)
      } catch (error) {
        failed ??= index
        throw error
      }
    })
    report(`${histories} histories on ${database().engine}: ${JSON.stringify([...seen])}`)
  })
})
