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
  toPayoutCsvRow,
} from '@affiliate-platform/platform/csv'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { membershipsList } from '@affiliate-platform/platform/memberships'
import { payoutsList } from '@affiliate-platform/platform/payouts'
import { createAppLists } from './app-lists.ts'
import type { ConsoleContext } from './console-context.ts'
import { createDownloadLane, type Downloading, type IsSignedIn } from './download-lane.ts'
import type { Asked } from './read-pages.ts'

type DownloadOperations = Pick<
  typeof consoleOperations,
  'downloadMembers' | 'downloadPayouts' | 'downloadCommissions'
>

/** A list, and what CSV shows of its rows: the same as by command. */
interface Download<Row> {
  readonly name: string
  readonly source: ListSource<Row, RequestContext>
  readonly toCsvRow: (row: Row, app: AppScope) => object
}

/**
 * Sends whole lists as CSV, page by page as the client takes them. A workspace has one download at a time, and that one
 * statement at a time: everybody else is served as if it were not there.
 */
export function createDownloadHandlers(context: ConsoleContext, isSignedIn: IsSignedIn) {
  const lists = createAppLists(context)
  const lane = createDownloadLane(isSignedIn, ({ workspaceId }) => workspaceId)

  const send =
    <Row>({ name, source, toCsvRow }: Download<Row>) =>
    async (asked: Asked & Downloading) => {
      lane.check(asked)
      const list = await lists.open(name, source, asked)
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
      }
      if (list === undefined) return { text: '', headers }
      const { app, pages } = list
      return {
        pieces: lane.write(
          toLines(pages, (row) => toCsvRow(row, app)),
          asked,
        ),
        headers,
      }
    }

  return {
    downloadMembers: send({ name: 'members', source: membershipsList, toCsvRow: toListedMembership }),
    downloadPayouts: send({
      ...{ name: 'payouts', source: payoutsList },
      toCsvRow: (row) => toPayoutCsvRow(toListedPayout(row)),
    }),
    downloadCommissions: send({
      ...{ name: 'commissions', source: commissionsList },
      toCsvRow: (row) => toCommissionCsvRow(toListedCommission(row)),
    }),
  } satisfies Handlers<DownloadOperations, RequestContext>
}

async function* toLines<Row>(
  pages: AsyncIterable<{ readonly rows: readonly Row[] }>,
  toCsvRow: (row: Row) => object,
) {
  let columns: readonly string[] | undefined
  for await (const page of pages) {
    const rows = page.rows.map(toCsvRow)
    const isFirst = columns === undefined
    columns ??= rows[0] && Object.keys(rows[0])
    // What is looked through and has nothing is a page, too.
    if (columns !== undefined) yield (isFirst ? formatCsvLine(columns) : '') + formatCsv(rows, columns)
  }
}
