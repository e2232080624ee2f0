import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayMs } from '@affiliate-platform/contract'
import type { Database, Statement } from '@affiliate-platform/platform/database'
import { freezeRun, previewRun } from '@affiliate-platform/platform/payout-runs'
import { importSalesFile } from '@affiliate-platform/platform/sales'
import { type DemoRows, insertRows } from '../rows.ts'
import { buildStory, type Story, storyWorkspaceId } from './build-story.ts'
import { storyDays } from './clock.ts'
import { buildPayments, type StoryPayout } from './payments.ts'

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

const listPayoutsStatement: Statement = {
  name: 'story_list_payouts',
  text: `
    select id, membership_id as "membershipId", amount_minor::text as "amountMinor", created_at as "frozenAt"
    from payouts
    where workspace_id = $1
    order by id`,
}

// The planner takes the tables of a new database for empty.
const analyzeStatement: Statement = { name: 'story_analyze', text: 'analyze commissions' }

interface Found {
  readonly beganAt: Date
  readonly isWhole: boolean
  readonly runs: readonly Date[]
}

/** Days at whose beginning what was available then was paid. The next run is due today. */
const runDays = Array.from({ length: 10 }, (_, index) => -300 + index * 30)
/** From midnight, as of which a run is, until Finn comes. */
const officeOpens = 9

/** When the story is told, and what ends the telling. */
interface Telling {
  /** Default: now. */
  readonly nowMs?: number
  readonly signal?: AbortSignal
}

/**
 * Seeds a migrated database with *Bright Reviews*: a year of a program of 53 members, which ends today. What shops have
 * paid is imported, posted and paid out by runs as an operator's are (D346). It takes seconds, in many transactions, so
 * that the service responds meanwhile; what was not ended is gone on with, and what is whole is left alone.
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
  await importLines(telling, story, { file: 'sales.ndjson', lines: story.sales.lines })
  await database.query(analyzeStatement, [])
  const frozen = new Set(found?.runs.map((asOf) => asOf.getTime()))
  for (const day of runDays.filter((each) => !frozen.has(story.clock.at(each))))
    await freeze(telling, story, day)
  await importLines(telling, story, { file: 'refund.ndjson', lines: [story.sales.lateRefund] })
  const payouts = await database.query<StoryPayout>(listPayoutsStatement, [storyWorkspaceId])
  await telling.transaction(async (tx) => {
    await insertRows(tx, buildPayments(story.randomOf('payments'), payouts, story))
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

async function importLines(
  database: Database,
  { places: { keys }, randomOf }: Story,
  { file, lines }: { readonly file: string; readonly lines: readonly unknown[] },
): Promise<void> {
  const { idAt } = randomOf(file)
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const app = { workspaceId: keys.workspace_id, appId: keys.app_id }
  await importSalesFile(database, { ...app, actor: 'system', idAt, file, open: () => Readable.from([bytes]) })
}

async function freeze(database: Database, { clock, places, randomOf }: Story, day: number): Promise<void> {
  const { idAt } = randomOf(`run ${day}`)
  const [asOf, frozenAt] = [new Date(clock.at(day)), new Date(clock.at(day, officeOpens))]
  const scope = { workspaceId: storyWorkspaceId, asOf }
  const previewing = await previewRun(database, scope)
  const plan = { ...scope, runId: idAt(asOf.getTime()), actor: places.finn, frozenAt, idAt }
  const frozen = previewing.ok
    ? await freezeRun(database, { ...plan, previewHash: previewing.preview.hash })
    : previewing
  if (!frozen.ok)
    throw new Error(`The story's run of ${asOf.toISOString()} was rejected: ${frozen.rejection}.`)
}

const reasons = ['The W-9 has not come yet', 'Asked us to wait for a new bank account']

/** Whom the next run leaves out: the earlier ones have paid them. */
function buildExclusions({ places, members, clock, randomOf }: Story): DemoRows {
  const { idAt } = randomOf('exclusions')
  const excluded = members.filter(({ standing }) => standing === 'excluded')
  const rows = excluded.map(({ id: membership_id }, index) => ({
    ...places.keys,
    id: idAt(clock.at(-12 + index)),
    ...{ membership_id, is_excluded: true, reason: reasons[index], actor: places.finn },
    created_at: clock.timeAt(-12 + index, 10),
  }))
  return new Map([['payout_exclusions', rows]])
}
