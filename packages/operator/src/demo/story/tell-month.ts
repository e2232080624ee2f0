import { Readable } from 'node:stream'
import type { Database } from '@affiliate-platform/platform/database'
import { freezeRun, previewRun } from '@affiliate-platform/platform/payout-runs'
import { importSalesFile } from '@affiliate-platform/platform/sales'
import { insertRows } from '../rows.ts'
import type { Story } from './build-story.ts'
import { buildPayments } from './payments.ts'
import { renameShop, type SaleLine } from './sales.ts'

/** From a run of the story to the next one. */
export const monthDays = 30
/** From midnight, as of which a run is, until Finn comes. */
const officeOpens = 9

/** Imports and posts what was collected in the month that ends when a day begins: then, and not when it is told. */
export async function importMonth(database: Database, story: Story, day: number): Promise<void> {
  const { clock, sales } = story
  const isOfMonth = (atMs: number) => atMs > clock.at(day - monthDays) && atMs <= clock.at(day)
  const lines = sales.filter(({ collectedAt }) => isOfMonth(Date.parse(`${collectedAt}`)))
  await importLines(database, story, { lines, day, name: 'sales' })
}

/** Imports what the source says of one sale last: that it was another shop's. A person has to move it. */
export async function importRenamed(database: Database, story: Story): Promise<void> {
  const lines = [renameShop(story.sales, story)]
  await importLines(database, story, { lines, day: 0, name: 'corrected-sales' })
}

interface Imported {
  readonly lines: readonly SaleLine[]
  readonly day: number
  readonly name: string
}

async function importLines(
  database: Database,
  { clock, places, randomOf }: Story,
  { lines, day, name }: Imported,
): Promise<void> {
  const { workspace_id: workspaceId, app_id: appId } = places.keys
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const { unposted } = await importSalesFile(database, {
    ...{ workspaceId, appId, actor: 'system', idAt: randomOf(`${name} ${day}`).idAt },
    importedAt: new Date(clock.at(day)),
    file: `${name}-until-${clock.timeAt(day).slice(0, 10)}.ndjson`,
    open: () => Readable.from([bytes]),
  })
  const [fault] = unposted
  if (fault !== undefined)
    throw new Error(`The story's sales of ${fault.shopDomain} were not posted: ${fault.fault}.`)
}

/** Freezes the run of a day, and adds what was reported as paid of it. */
export async function payMonth(
  database: Database,
  story: Story,
  { day, isLast }: { readonly day: number; readonly isLast: boolean },
): Promise<void> {
  const { clock, places, randomOf } = story
  const { idAt } = randomOf(`run ${day}`)
  const [asOf, frozenAt] = [new Date(clock.at(day)), new Date(clock.at(day, officeOpens))]
  const scope = { workspaceId: places.keys.workspace_id, asOf }
  const previewing = await previewRun(database, scope)
  const plan = { ...scope, runId: idAt(asOf.getTime()), actor: places.finn, frozenAt, idAt }
  const frozen = previewing.ok
    ? await freezeRun(database, { ...plan, previewHash: previewing.preview.hash })
    : previewing
  if (!frozen.ok)
    throw new Error(`The story's run of ${asOf.toISOString()} was rejected: ${frozen.rejection}.`)
  const payouts = frozen.run.payouts.map((payout) => ({ ...payout, frozenAt }))
  const payments = buildPayments(randomOf(`payments ${day}`), payouts, { ...story, isLast })
  await insertRows(database, payments)
}
