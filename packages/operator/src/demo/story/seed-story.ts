import { randomUUID } from 'node:crypto'
import { dayMs } from '@affiliate-platform/contract'
import type { Database, Statement } from '@affiliate-platform/platform/database'
import { analyzeCommissions } from '../analyze-commissions.ts'
import { joinTransaction } from '../join-transaction.ts'
import { type DemoRows, insertRows } from '../rows.ts'
import { buildStory, type Story, storyWorkspaceId } from './build-story.ts'
import { fileMiasClaim } from './claim.ts'
import { storyDays } from './clock.ts'
import { importMonth, importRenamed, monthDays, payMonth } from './tell-month.ts'

/** How far the story has been told: when it began, by its own time, and whether its last facts are there. */
const findStoryStatement: Statement = {
  name: 'story_find',
  text: `
    select
      created_at as "beganAt",
      exists (select from payout_exclusions where workspace_id = $1) as "isWhole",
      array(select as_of from payout_runs where workspace_id = $1) as "runs"
    from workspaces
    where workspace_id = $1`,
}

interface Found {
  readonly beganAt: Date
  readonly isWhole: boolean
  readonly runs: readonly Date[]
}

/** Days at whose beginning what was available then was paid. The next run is due today. */
const runDays = Array.from({ length: 10 }, (_, index) => -300 + index * monthDays)

/** When the story is told, and what ends the telling. */
interface Telling {
  /** Default: now. */
  readonly nowMs?: number
  readonly signal?: AbortSignal
}

/**
 * Seeds a migrated database with *Bright Reviews*: a year of a program of 53 members, which ends today. Month by month,
 * what shops have paid is imported, posted and paid out by a run as an operator's is, so that each run knows what was
 * known then (D346, D357). It takes seconds, in many transactions, so that the service responds meanwhile; what was not
 * ended is gone on with, and what is whole is left alone.
 *
 * @returns the workspace
 */
export async function seedStory(
  database: Database,
  { nowMs = Date.now(), signal }: Telling = {},
): Promise<string> {
  const [found] = await database.query<Found>(findStoryStatement, [storyWorkspaceId])
  if (found?.isWhole) return storyWorkspaceId
  const story = buildStory(found === undefined ? nowMs : found.beganAt.getTime() + storyDays * dayMs)
  const telling = tellPast(database, signal)
  if (found === undefined) await telling.transaction((tx) => insertRows(tx, story.rows))
  const frozen = new Set(found?.runs.map((asOf) => asOf.getTime()))
  for (const day of runDays.filter((each) => !frozen.has(story.clock.at(each)))) {
    await telling.transaction((tx) => importMonth(joinTransaction(database, tx), story, day))
    await analyzeCommissions(database)
    const isLast = day === runDays.at(-1)
    await telling.transaction((tx) => payMonth(joinTransaction(database, tx), story, { day, isLast }))
  }
  await telling.transaction(async (tx) => {
    await importMonth(joinTransaction(database, tx), story, 0)
    await importRenamed(joinTransaction(database, tx), story)
    await fileMiasClaim(joinTransaction(database, tx), story)
    await insertRows(tx, buildExclusions(story))
  })
  return storyWorkspaceId
}

/** The same database, of which each transaction says that what it records is of a made-up past (D255). */
function tellPast(database: Database, signal: AbortSignal | undefined): Database {
  const reason = 'the demo tells of a past that it made up.'
  return {
    ...database,
    transaction: (run, options) =>
      database.transaction(async (tx) => {
        signal?.throwIfAborted()
        const declaration = { workspace_id: storyWorkspaceId, id: randomUUID(), reason }
        const result = await run(tx)
        await insertRows(tx, new Map([['told_pasts', [declaration]]]))
        return result
      }, options),
  }
}

const reasons = ['The W-9 has not come yet', 'Asked us to wait for a new bank account']

/** Whom the next run leaves out: the earlier ones have paid them. */
function buildExclusions({ places, members, clock, randomOf }: Story): DemoRows {
  const { idAt } = randomOf('exclusions')
  const excluded = members.filter(({ state }) => state === 'excluded')
  const rows = excluded.map(({ id: membership_id }, index) => ({
    ...places.keys,
    id: idAt(clock.at(-12 + index)),
    ...{ membership_id, is_excluded: true, reason: reasons[index], actor: places.finn },
    created_at: clock.timeAt(-12 + index, 10),
  }))
  return new Map([['payout_exclusions', rows]])
}
