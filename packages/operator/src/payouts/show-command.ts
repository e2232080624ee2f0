import { readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  findPayout,
  findPayoutColumns,
  listPayoutFacts,
  type PayoutFact,
} from '@affiliate-platform/platform/payouts'
import { show } from '../command-line/show-command.ts'
import { describeHidden, formatCard, formatTable } from '../command-line/table.ts'
import { toMoneyColumns } from './money-columns.ts'

export const showCommand = show()({
  name: 'show',
  of: 'payout',
  description: 'show a payout with its reports, confirmations, disputes and their ids',
  examples: ['payouts show "$payout"', 'payouts show "$payout" --json'],
  find: async ({ database, workspaceId, id: payoutId, flags, terminal: { columns } }) => {
    const key = { workspaceId, payoutId }
    const found = await findPayout(database, key)
    if (found === undefined) return undefined
    const further = await findPayoutColumns(database, key)
    const { id, appId, programId, groupId, membershipId, createdAt, ...money } = found
    const payout = {
      id,
      payee: further?.payee,
      ...money,
      reportedMinor: further?.reportedMinor,
      confirmedMinor: further?.confirmedMinor,
      createdAt,
      programId,
      groupId,
      membershipId,
      appId,
    }
    const facts = await listPayoutFacts(database, key)
    const toRow = (record: object): object => toMoneyColumns(record, payout.currency)
    const card = formatCard(toRow(payout), await readDatabaseTime(database))
    const table = formatTable(facts.map(toFactRow).map(toRow), { columns, pinned: ['kind', 'id'] })
    const message = flags.json ? undefined : describeHidden(table)
    return { record: { ...payout, facts }, text: `${card}\nfacts\n${table.text}`, message }
  },
})

// What a person looks for first comes first: a narrow terminal leaves out the last ones.
const toFactRow = ({ kind, id, about, method, ...fact }: PayoutFact) => ({ kind, id, ...fact, method, about })
