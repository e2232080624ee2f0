import { operations } from '@affiliate-platform/contract'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { listRecords } from '../command-line/record-list.ts'
import { idFlag } from '../command-line/record-name.ts'
import { toMoneyColumns } from './money-columns.ts'
import { formatDecimal } from './signed-money.ts'

export const listCommand = listRecords({
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
  toRecord: (row) => ({
    id: row.id,
    payee: row.member_name,
    status: row.status,
    amountMinor: row.amount_minor,
    unpaidMinor: row.unpaid_minor,
    reportedMinor: row.reported_minor,
    confirmedMinor: row.confirmed_minor,
    program: row.name,
    createdAt: new Date(row.created_at_ms),
    currency: row.currency,
    programId: row.program_id,
    membershipId: row.membership_id,
  }),
  toTableRow: (payout) => toMoneyColumns(payout, payout.currency),
  toCsvRow: (payout) => ({
    ...toMoneyColumns(payout, payout.currency, formatDecimal),
    currency: payout.currency,
  }),
})
