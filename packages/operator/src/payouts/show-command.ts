import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { toPayoutReference } from '@affiliate-platform/platform/payout-files'
import { findPayout, findPayoutColumns, listPayoutFacts } from '@affiliate-platform/platform/payouts'
import { listActorNames } from '@affiliate-platform/platform/people'
import { show } from '../command-line/show-command.ts'
import { formatCard } from '../command-line/table.ts'
import { describeFact } from './describe-fact.ts'
import { toMoneyColumns } from './money-columns.ts'

export const showCommand = show()({
  name: 'show',
  of: 'payout',
  byReference: true,
  description: 'show a payout with its reports, confirmations, disputes and their ids',
  examples: ['payouts show "$payout"', 'payouts show 7XK2', 'payouts show "$payout" --json'],
  find: async ({ database, workspaceId, id: payoutId, terminal: { columns } }) => {
    const key = { workspaceId, payoutId }
    const found = await findPayout(database, key)
    if (found === undefined) return undefined
    const further = await findPayoutColumns(database, key)
    const { id, appId, programId, groupId, membershipId, createdAt, runId, ...money } = found
    const payout = {
      id,
      payee: further?.payee,
      ...money,
      reportedMinor: further?.reportedMinor,
      confirmedMinor: further?.confirmedMinor,
      createdAt,
      paymentReference: toPayoutReference(id),
      runId,
      programId,
      groupId,
      membershipId,
      appId,
    }
    const facts = await listPayoutFacts(database, key)
    const card = formatCard(toMoneyColumns(payout, payout.currency), await readDatabaseTime(database))
    const actors = facts.map(({ actor }) => actor)
    const place = {
      ...{ currency: payout.currency, columns },
      actorNames: await listActorNames(database, workspaceId, actors),
    }
    const lines = facts.map((fact) => describeFact(fact, place))
    const text = `${card}\nfacts\n${lines.join('') || 'Nothing was recorded yet.\n'}`
    return { record: { ...payout, facts }, text }
  },
})
