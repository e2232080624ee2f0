import { formatAmount } from '@affiliate-platform/contract'
import {
  type FrozenDecision,
  findRun,
  listRunDecisions,
  listRuns,
} from '@affiliate-platform/platform/payout-runs'
import { listActorNames } from '@affiliate-platform/platform/people'
import { type AddCommand, addNoun } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { type OutputFlag, outputOption } from '../command-line/print-list.ts'
import { show } from '../command-line/show-command.ts'
import { describeHidden } from '../command-line/table.ts'
import { describeDecisionReason, formatDecisions } from './decisions-table.ts'
import { formatSum, formatSums, toDirectedMoney } from './signed-money.ts'

const listCommand = list()({
  description: 'list payout runs, latest first',
  examples: ['payouts runs list', 'payouts runs list --json'],
  find: ({ database, workspaceId, page }) => listRuns(database, workspaceId, page),
  first: ['asOf', 'amount', 'unpaid'],
  // A row for each currency: amounts of two do not add up, and side by side they would be cut.
  toTableRow: ({ id, asOf, payouts, sums, actor, createdAt }) => {
    const rest = { payouts, actor, createdAt, id }
    if (sums.length === 0) return { asOf, amount: null, unpaid: null, ...rest }
    return sums.map(({ currency, amountMinor, unpaidMinor }) => ({
      asOf,
      amount: formatSum(BigInt(amountMinor), currency),
      unpaid: formatSum(BigInt(unpaidMinor), currency),
      ...rest,
    }))
  },
  toAfter: ({ id }) => id,
})

const showCommand = show<OutputFlag>()({
  name: 'show',
  of: 'run',
  description: 'show what a run decided on each membership and currency, why, and the payouts that it froze',
  examples: [
    'payouts runs show "$run"',
    'payouts runs show "$run" -o wide',
    'payouts runs show "$run" --json',
  ],
  options: [outputOption()],
  find: async ({ database, workspaceId, id: runId, flags, terminal }) => {
    const run = await findRun(database, { workspaceId, runId })
    if (run === undefined) return undefined
    const decisions = await listRunDecisions(database, { workspaceId, runId })
    const { payouts, ...head } = run
    const total = `Payouts: ${payouts.length}, total ${formatSums(payouts)}.`
    const names = await listActorNames(database, workspaceId, [run.actor])
    const frozen = `Frozen by ${names.get(run.actor) ?? run.actor} as of ${run.asOf.toISOString()}. ${total}`
    const table = formatDecisions(terminal, flags, { decisions, toRow: toTableRow, id: 'payoutId' })
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
  const { memberName, currency, decision, status, payoutId, membershipId } = row
  return {
    memberName,
    decision: decision === 'paid' ? 'in the run' : decision,
    available: formatSum(BigInt(row.sumMinor), currency),
    reason: describeDecisionReason(row),
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
