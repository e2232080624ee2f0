import { operations } from '@affiliate-platform/contract'
import { toListedPayout, toPayoutCsvRow } from '@affiliate-platform/platform/csv'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { listRecords } from '../command-line/record-list.ts'
import { idFlag } from '../command-line/record-name.ts'
import { toMoneyColumns } from './money-columns.ts'

export const payoutListCommand = listRecords({
  list: operations.listPayouts,
  source: listSources.listPayouts,
  description: 'list the payouts of an app, newest first',
  examples: [
    'payouts list',
    'payouts list --status unreported --currency USD --limit 200',
    'payouts list --from 2026-05-01 --to 2026-05-31 --json',
    'payouts list --run "$run" --status unreported',
  ],
  searched: 'program or member name',
  first: ['payee', 'amount', 'unpaid', 'status'],
  further: [['runId', idFlag('--run <id>', 'payout run', 'only payouts that this run froze')]],
  toRecord: toListedPayout,
  toTableRow: (payout) => toMoneyColumns(payout, payout.currency),
  toCsvRow: toPayoutCsvRow,
})
