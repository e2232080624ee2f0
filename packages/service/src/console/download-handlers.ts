import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { AppScope, Handlers, ListSource } from '@affiliate-platform/contract/server'
import { commissionsList } from '@affiliate-platform/platform/commissions'
import {
  formatCsv,
  formatCsvLine,
  toCommissionCsvRow,
  toListedCommission,
  toListedMembership,
  toListedPayout,
  toListedReferral,
  toPayoutCsvRow,
  toReferralCsvRow,
} from '@affiliate-platform/platform/csv'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listDownloads, type NewDownload } from '@affiliate-platform/platform/downloads'
import { membershipsList } from '@affiliate-platform/platform/memberships'
import { payoutsList } from '@affiliate-platform/platform/payouts'
import { listEarned, referralsList } from '@affiliate-platform/platform/referrals'
import { createAppLists } from './app-lists.ts'
import { type ConsoleContext, readNaming } from './console-context.ts'
import { createDownloadLane, type Downloading, type IsSignedIn } from './download-lane.ts'
import { noteDownloadOf } from './note-download.ts'
import type { Asked } from './read-pages.ts'

type DownloadOperations = Pick<
  typeof consoleOperations,
  'downloadMembers' | 'downloadPayouts' | 'downloadCommissions' | 'downloadReferrals' | 'listDownloads'
>

/** A list, and what CSV shows of its rows: the same as by command. */
interface Download<Row> {
  readonly name: NewDownload['list']
  readonly source: ListSource<Row, RequestContext>
  readonly toCsvRows: (rows: readonly Row[], app: AppScope) => Rows | Promise<Rows>
}

type Rows = readonly object[]

const downloadsShown = 50

/**
 * Sends whole lists as CSV, page by page as the client takes them. A workspace has one download at a time, and that one
 * statement at a time: everybody else is served as if it were not there.
 */
export function createDownloadHandlers(context: ConsoleContext, isSignedIn: IsSignedIn) {
  const { database } = context
  const lists = createAppLists(context)
  const lane = createDownloadLane(isSignedIn, ({ workspaceId }) => workspaceId)

  const send =
    <Row>({ name, source, toCsvRows }: Download<Row>) =>
    async (asked: Asked & Downloading) => {
      lane.check(asked)
      const list = await lists.open(name, source, asked)
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
      }
      if (list === undefined) return { text: '', headers }
      const { app, pages } = list
      const { workspaceId, lineageId: accountId, actor } = asked.caller
      const download = {
        ...{ workspaceId, accountId, actor, list: name },
        filters: toFilters(asked.query, app),
      }
      const noted = noteDownloadOf(pages, database, download)
      return {
        pieces: lane.write(
          toLines(noted, (rows) => toCsvRows(rows, app)),
          asked,
        ),
        headers,
      }
    }

  return {
    downloadMembers: send({
      name: 'members',
      source: membershipsList,
      toCsvRows: (rows, app) => rows.map((row) => toListedMembership(row, app)),
    }),
    downloadPayouts: send({
      ...{ name: 'payouts', source: payoutsList },
      toCsvRows: (rows) => rows.map((row) => toPayoutCsvRow(toListedPayout(row))),
    }),
    downloadCommissions: send({
      ...{ name: 'commissions', source: commissionsList },
      toCsvRows: (rows) => rows.map((row) => toCommissionCsvRow(toListedCommission(row))),
    }),
    downloadReferrals: send({
      ...{ name: 'referrals', source: referralsList },
      toCsvRows: async (rows, app) => {
        const ids = rows.map(({ id }) => id)
        const earned = await listEarned(database, app.workspaceId, ids)
        const earnedOf = new Map(earned.map((one) => [one.id, one]))
        return rows.map((row) => toReferralCsvRow({ ...toListedReferral(row, app), ...earnedOf.get(row.id) }))
      },
    }),

    listDownloads: async ({ caller: { workspaceId }, query: { after } }) => ({
      value: await readDownloads(context, workspaceId, after),
    }),
  } satisfies Handlers<DownloadOperations, RequestContext>
}

/** Who has downloaded what, the latest first. */
async function readDownloads(context: ConsoleContext, workspaceId: string, after: string | undefined) {
  const found = await listDownloads(context.database, workspaceId, { after, limit: downloadsShown + 1 })
  const shown = found.slice(0, downloadsShown)
  const toActor = (accountId: string) => `operator:${accountId}`
  const toName = await readNaming(
    context,
    workspaceId,
    shown.map(({ accountId }) => toActor(accountId)),
  )
  const items = shown.map(({ id, list, filters, rows, state, accountId, createdAt, endedAt }) => ({
    ...{ id, list, filters, rows, state, by: toName(toActor(accountId)) },
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
  const next = found.length > downloadsShown ? (shown.at(-1)?.id ?? null) : null
  return { items, next }
}

/** What the screen of a list is asked for to show the same rows. */
function toFilters({ cursor: _cursor, limit: _limit, ...filters }: Asked['query'], { appId }: AppScope) {
  const said = Object.entries({ ...filters, appId }).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
}

async function* toLines<Row>(
  pages: AsyncIterable<{ readonly rows: readonly Row[] }>,
  toCsvRows: (rows: readonly Row[]) => Rows | Promise<Rows>,
) {
  let columns: readonly string[] | undefined
  for await (const page of pages) {
    const rows = await toCsvRows(page.rows)
    const isFirst = columns === undefined
    columns ??= rows[0] && Object.keys(rows[0])
    // What is looked through and has nothing is a page, too.
    if (columns !== undefined) yield (isFirst ? formatCsvLine(columns) : '') + formatCsv(rows, columns)
  }
}
