import type { consoleOperations } from '@affiliate-platform/contract/console'
import {
  type AppScope,
  type Handlers,
  type ListSource,
  ServiceError,
} from '@affiliate-platform/contract/server'
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

/** A request for one, which says at any time whether who asks is still signed in. */
type Asking = Asked & { header(name: string): string | undefined }

/**
 * Sends whole lists as CSV, page by page as the client takes them. A workspace has one download at a time, and that one
 * statement at a time: everybody else is served as if it were not there.
 */
export function createDownloadHandlers(
  context: ConsoleContext,
  isSignedIn: (request: Pick<Asking, 'header'>) => Promise<boolean>,
) {
  const lists = createAppLists(context)
  const underWay = new Set<string>()
  const encoder = new TextEncoder()

  const check = ({ caller: { workspaceId } }: Asking) => {
    if (!underWay.has(workspaceId)) return
    const message = 'Another download of your workspace is under way. Try again when it has ended.'
    throw new ServiceError('unavailable', message, { headers: { 'Retry-After': `${retryAfterSeconds}` } })
  }

  async function* write(lines: AsyncIterable<string>, asked: Asking) {
    check(asked)
    const { workspaceId } = asked.caller
    underWay.add(workspaceId)
    try {
      for await (const text of lines) {
        if (!(await isSignedIn(asked))) throw new Error('The session has ended.')
        yield encoder.encode(text)
      }
    } finally {
      underWay.delete(workspaceId)
    }
  }

  const send =
    <Row>({ name, source, toCsvRow }: Download<Row>) =>
    async (asked: Asking) => {
      check(asked)
      const list = await lists.open(name, source, asked)
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
      }
      if (list === undefined) return { text: '', headers }
      const { app, pages } = list
      return {
        pieces: write(
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

const retryAfterSeconds = 10

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
