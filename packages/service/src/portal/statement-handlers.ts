import { type memberOperations, saleKindNames } from '@affiliate-platform/contract/console'
import { type Handlers, ServiceError } from '@affiliate-platform/contract/server'
import {
  type MemberStatement,
  readStatement,
  type StatementLine,
} from '@affiliate-platform/platform/balances'
import { formatCsv, formatCsvLine, formatMinor } from '@affiliate-platform/platform/csv'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import type { createDownloadLane } from '../console/download-lane.ts'
import { maskShop } from './mask-shop.ts'
import { findMember, type PortalContext } from './portal-context.ts'

type StatementOperations = Pick<typeof memberOperations, 'downloadStatement'>

const columns = ['date', 'entry', 'shop', 'amount', 'balance', 'currency', 'note', 'id']

/** Sends members their statements (D446). */
export function createStatementHandlers(
  { database }: PortalContext,
  lane: ReturnType<typeof createDownloadLane>,
) {
  return {
    downloadStatement: async (asked) => {
      const { caller, pathId, query } = asked
      const { currency, from, to } = query
      const key = findMember(caller, pathId)
      if (from > to) {
        const message = 'The last day comes before the first one.'
        throw new ServiceError('invalid_parameter', message, {
          issues: [{ parameter: 'to', code: 'out_of_range', message }],
        })
      }
      lane.check(asked)
      const [since, end, now] = await Promise.all([
        findDayStart(database, key.workspaceId, from),
        findDayStart(database, key.workspaceId, nextDay(to)),
        readDatabaseTime(database),
      ])
      const asOf = end < now ? end : undefined
      const statement = await readStatement(database, { ...key, currency, since, asOf })
      if (!statement.ok) {
        const message = 'Something is being booked. Try again in a moment.'
        throw new ServiceError('unavailable', message, { headers: { 'Retry-After': '1' } })
      }
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="statement-${currency}-${from}-${to}.csv"`,
      }
      return { pieces: lane.write(toLines(statement, { currency, since }), asked), headers }
    },
  } satisfies Handlers<StatementOperations, RequestContext>
}

const dayMs = 86_400_000
const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

type ReadStatement = MemberStatement & { readonly ok: true }

/** A file that does not add up breaks off: nobody takes it for whole. */
async function* toLines(
  { openingMinor, closingMinor, asOf, lines }: ReadStatement,
  { currency, since }: { readonly currency: string; readonly since: Date },
) {
  let balance = openingMinor
  const toBalance = (entry: string, date: Date) =>
    formatCsv([{ date, entry, balance: formatMinor(balance, currency), currency }], columns)
  yield formatCsvLine(columns) + toBalance('Opening balance', since)
  for await (const page of lines) {
    const rows = page.map((line) => {
      const { at: date, amountMinor, shop, referralId, note, id } = line
      balance += BigInt(amountMinor)
      return {
        ...{
          date,
          entry: describeLine(line),
          shop: shop && referralId && maskShop({ domain: shop, referralId }),
          note,
          id,
          currency,
        },
        amount: formatMinor(BigInt(amountMinor), currency),
        balance: formatMinor(balance, currency),
      }
    })
    yield formatCsv(rows, columns)
  }
  if (balance !== closingMinor) throw new Error('The lines of a statement add up to its balance.')
  yield toBalance('Closing balance', asOf)
}

const words = {
  reversal: 'Refund or correction',
  written_off: 'Debt written off',
  repaid: 'Paid back by you',
  payment: 'Payment to you',
  payment_taken_back: 'Payment that does not count',
} as const

function describeLine({ kind, saleKind, shop }: StatementLine): string {
  if (kind !== 'accrual') return words[kind]
  const sale = saleKindNames[saleKind ?? '']
  if (sale === undefined) return shop === null ? 'Entered by hand' : 'Commission on an install'
  return `Commission on ${sale}`
}
