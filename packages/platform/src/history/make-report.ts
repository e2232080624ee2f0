import { currencyScale } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { HistoryCount, HistoryReport, RoundedRow } from './history-report.ts'
import type { HistoryReason } from './history-row.ts'
import type { HistoryScope } from './store.ts'

interface CountRow extends HistoryCount {
  readonly reason: HistoryReason | null
  readonly isKnown: boolean
  readonly first: readonly string[] | null
}

const countStatement: Statement = {
  name: 'history_count_rows',
  isSlow: true,
  text: `
    select kind, reason, is_known as "isKnown", count(*)::integer as count, sum(amount_minor)::text as "amountMinor",
      (
        array_agg(file || ' ' || number || ' ' || source_id order by file, number) filter (where reason is not null)
      )[1:20] as first
    from history_rows
    where workspace_id = $1 and import_id = $2
    group by kind, reason, is_known
    order by kind, reason, is_known`,
}

const sumStatement: Statement = {
  name: 'history_sum_rows',
  isSlow: true,
  text: `
    select
      trim_scale(coalesce(sum(amount) filter (where kind = 'commission' and state = 'active'), 0))::text as earned,
      coalesce(sum(amount_minor) filter (where kind = 'commission' and state = 'active'), 0)::text as "earnedMinor",
      coalesce(sum(amount_minor) filter (where kind = 'commission' and state = 'cancelled'), 0)::text
        as "cancelledMinor",
      coalesce(sum(amount_minor) filter (where kind = 'payout'), 0)::text as "paidMinor",
      coalesce(sum(amount_minor - lines_minor) filter (where kind = 'payout'), 0)::text as "differenceMinor",
      coalesce(
        sum(greatest(amount_minor - (content ->> 'paidMinor')::numeric, 0)) filter (where kind = 'payout'), 0
      )::text as "keptMinor",
      coalesce(
        sum(amount_minor) filter (where kind = 'commission' and state = 'active' and payout_id is null), 0
      )::text as "openMinor"
    from history_rows
    where workspace_id = $1 and import_id = $2 and reason is null and kind in ('commission', 'payout')`,
}

const listRoundedStatement: Statement = {
  name: 'history_list_rounded',
  isSlow: true,
  text: `
    select source_id as "sourceId", amount::text as amount, amount_minor::text as "amountMinor",
      (count(*) over ())::integer as count
    from history_rows
    where workspace_id = $1 and import_id = $2 and kind = 'commission' and reason is null
      and amount * $3::numeric <> amount_minor
    order by source_id
    limit 20`,
}

const listUnsupportedStatement: Statement = {
  name: 'history_list_unsupported',
  isSlow: true,
  text: `
    select name.name, row.kind, count(*)::integer as count
    from history_rows row
    cross join lateral jsonb_array_elements_text(row.content -> 'unsupported') as name (name)
    where row.workspace_id = $1 and row.import_id = $2 and row.kind in ('program', 'referral')
    group by name.name, row.kind
    order by row.kind, name.name`,
}

/** Adds up what is staged. */
export async function makeReport(
  tx: Queryable,
  { workspaceId, importId }: HistoryScope,
  { currency, missingFiles }: Pick<HistoryReport, 'currency' | 'missingFiles'>,
): Promise<HistoryReport> {
  const own = [workspaceId, importId]
  const counts = await tx.query<CountRow>(countStatement, own)
  const [money] = await tx.query<HistoryReport['money']>(sumStatement, own)
  const factor = `${10n ** BigInt(currencyScale(currency) ?? 2)}`
  const rounded = await tx.query<RoundedRow & { count: number }>(listRoundedStatement, [...own, factor])
  const unsupported = await tx.query<HistoryReport['unsupported'][number]>(listUnsupportedStatement, own)
  if (money === undefined) throw new Error('Sums give a row.')
  const toCount = ({ kind, count, amountMinor }: CountRow): HistoryCount => ({ kind, count, amountMinor })
  const taken = counts.filter(({ reason }) => reason === null)
  return {
    currency,
    added: taken.filter(({ isKnown }) => !isKnown).map(toCount),
    known: taken.filter(({ isKnown }) => isKnown).map(toCount),
    setAside: counts.flatMap(({ reason, first, ...row }) =>
      reason === null ? [] : [{ ...toCount({ ...row, reason, first }), reason, first: first ?? [] }],
    ),
    money,
    rounded: {
      count: rounded[0]?.count ?? 0,
      first: rounded.map(({ sourceId, amount, amountMinor }) => ({ sourceId, amount, amountMinor })),
    },
    ...{ unsupported, missingFiles },
  }
}
