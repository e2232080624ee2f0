import { currencyScale } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import type {
  BegunTerm,
  HistoryCount,
  HistoryReport,
  MemberSums,
  OverpaidPayout,
  RoundedRow,
} from './history-report.ts'
import type { HistoryReason } from './history-row.ts'
import { listChanges } from './list-changes.ts'
import {
  countAloneStatement,
  countStatement,
  listBegunStatement,
  listMembersStatement,
  listOverpaidStatement,
  listRoundedStatement,
  listUnsupportedStatement,
  sumStatement,
} from './report-statements.ts'
import type { HistoryScope } from './store.ts'

interface CountRow extends HistoryCount {
  readonly reason: HistoryReason | null
  readonly isKnown: boolean
  readonly first: readonly string[] | null
}

/** Adds up what is staged. */
export async function makeReport(
  tx: Queryable,
  scope: HistoryScope,
  {
    currency,
    missingFiles,
    unknownFields,
  }: Pick<HistoryReport, 'currency' | 'missingFiles' | 'unknownFields'>,
): Promise<HistoryReport> {
  const own = [scope.workspaceId, scope.importId]
  const counts = await tx.query<CountRow>(countStatement, own)
  const [money] = await tx.query<HistoryReport['money']>(sumStatement, [...own, currency])
  const factor = `${10n ** BigInt(currencyScale(currency) ?? 2)}`
  const rounded = await tx.query<Listed<RoundedRow>>(listRoundedStatement, [...own, factor, currency])
  const unsupported = await tx.query<HistoryReport['unsupported'][number]>(listUnsupportedStatement, own)
  const members = await tx.query<Listed<MemberSums>>(listMembersStatement, [...own, currency])
  const overpaid = await tx.query<Listed<OverpaidPayout>>(listOverpaidStatement, [...own, currency])
  const [alone] = await tx.query<{ count: number }>(countAloneStatement, own)
  const begun = await tx.query<Listed<BegunTerm>>(listBegunStatement, own)
  if (money === undefined || alone === undefined) throw new Error('Sums give a row.')
  const toCount = ({ kind, count, amountMinor, currency: of }: CountRow): HistoryCount => ({
    ...{ kind, count, amountMinor, currency: of },
  })
  const taken = counts.filter(({ reason }) => reason === null)
  return {
    currency,
    added: taken.filter(({ isKnown }) => !isKnown).map(toCount),
    known: taken.filter(({ isKnown }) => isKnown).map(toCount),
    changed: await listChanges(tx, scope),
    setAside: counts.flatMap(({ reason, first, ...row }) =>
      reason === null ? [] : [{ ...toCount({ ...row, reason, first }), reason, first: first ?? [] }],
    ),
    money,
    ...{
      members: toFirst(members),
      overpaid: toFirst(overpaid),
      rounded: toFirst(rounded),
      begun: toFirst(begun),
    },
    ...{ unsupported, missingFiles, unknownFields, withoutReferral: alone.count },
  }
}

/** One of the first of those that are counted. */
type Listed<Row> = Row & { readonly count: number }

const toFirst = <Row>(rows: readonly Listed<Row>[]) => ({
  count: rows[0]?.count ?? 0,
  first: rows.map(({ count: _count, ...row }) => row),
})
