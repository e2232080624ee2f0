import { formatAmount } from '@affiliate-platform/contract'
import {
  type FrozenDecision,
  findRun,
  listRunDecisions,
  listRuns,
} from '@affiliate-platform/platform/payout-runs'
import { type AddCommand, addNoun } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { show } from '../command-line/show-command.ts'
import { describeHidden, formatTable } from '../command-line/table.ts'
import { formatSum, formatSums, toDirectedMoney } from './signed-money.ts'

const listCommand = list()({
  description: 'list payout runs, latest first',
  examples: ['payouts runs list', 'payouts runs list --json'],
  find: ({ database, workspaceId, page }) => listRuns(database, workspaceId, page),
  first: ['asOf', 'payouts', 'amount', 'unpaid'],
  toTableRow: ({ id, asOf, payouts, sums, actor, createdAt }) => ({
    ...{ asOf, payouts },
    amount: formatSums(sums),
    unpaid: formatSums(sums.map(({ currency, unpaidMinor }) => ({ currency, amountMinor: unpaidMinor }))),
    ...{ actor, createdAt, id },
  }),
  toAfter: ({ id }) => id,
})

const showCommand = show()({
  name: 'show',
  of: 'run',
  description: 'show what a run decided on each membership and currency, why, and the payouts that it froze',
  examples: ['payouts runs show "$run"', 'payouts runs show "$run" --json'],
  find: async ({ database, workspaceId, id: runId, flags, terminal: { columns } }) => {
    const run = await findRun(database, { workspaceId, runId })
    if (run === undefined) return undefined
    const decisions = await listRunDecisions(database, { workspaceId, runId })
    const { payouts, ...head } = run
    const total = `Payouts: ${payouts.length}, total ${formatSums(payouts)}.`
    const frozen = `Frozen by ${run.actor} as of ${run.asOf.toISOString()}. ${total}`
    const table = formatTable(decisions.map(toTableRow), {
      columns,
      first: ['memberName', 'decision', 'available'],
      id: 'payoutId',
    })
    return {
      record: { ...head, decisions: decisions.map(toRecord) },
      text: table.text,
      message: flags.json ? undefined : [describeHidden(table), frozen].filter(Boolean).join('\n'),
    }
  },
  missing: 'The workspace has no such run. See payouts runs list.',
})

function toRecord({ sumMinor, heldMinor, thresholdMinor, currency, ...decision }: FrozenDecision): object {
  return {
    ...decision,
    currency,
    sum: toDirectedMoney(BigInt(sumMinor), currency),
    held: toDirectedMoney(BigInt(heldMinor), currency),
    threshold: { amountMinor: thresholdMinor, currency },
  }
}

function toTableRow(row: FrozenDecision): object {
  const { memberName, currency, decision, reason, warnings, status, payoutId, membershipId } = row
  return {
    memberName,
    decision: decision === 'paid' ? 'in the run' : decision,
    available: formatSum(BigInt(row.sumMinor), currency),
    reason: reason ?? warnings.join(' '),
    held: formatSum(BigInt(row.heldMinor), currency),
    threshold: formatAmount({ amountMinor: row.thresholdMinor, currency }),
    status,
    payoutId,
    membershipId,
  }
}

export const runsCommand: AddCommand = (noun, terminal) =>
  addNoun(noun, terminal, {
    name: 'runs',
    description: 'list payout runs, and show what one decided',
    commands: [listCommand, showCommand],
  })
