import { formatAmount } from '@affiliate-platform/contract'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { type HistoryVersion, listTermsHistory } from '@affiliate-platform/platform/terms'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseRows, rowsMax } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { addSetTermsCommand } from './set-command.ts'

interface HistoryFlags extends WorkspaceFlags {
  readonly limit: number
}

/** Adds `terms set` and `terms history`. */
export function addTermsCommands(program: Command, terminal: Terminal): void {
  const terms = program.command('terms').description("save memberships' terms, and look into them")
  addSetTermsCommand(terms, terminal)
  const history = addDatabaseCommand(terms, 'history', {
    description: "list a membership's terms versions in the order in which they come into force",
    examples: ['terms history "$membership"', 'terms history "$membership" --json'],
  })
  addWorkspaceOption(history)
    .argument('<membership>', 'id of the membership', parseId('<membership>'))
    .option('--limit <rows>', `the latest ones at most, up to ${rowsMax}`, parseRows('--limit'), 50)
    .action((membershipId: string, flags: HistoryFlags) => printHistory(terminal, membershipId, flags))
}

async function printHistory(terminal: Terminal, membershipId: string, flags: HistoryFlags): Promise<void> {
  const versions = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const membership = await findMembership(database, { workspaceId, id: membershipId })
    if (membership === undefined) {
      throw new OperatorError('The workspace has no such membership. See memberships list.')
    }
    const nowMs = (await readDatabaseTime(database)).getTime()
    const question = {
      workspaceId,
      target: { kind: 'membership', id: membershipId } as const,
      nowMs,
      limit: flags.limit + 1,
    }
    return await listTermsHistory(database, question)
  })
  const shown = versions.slice(-flags.limit)
  terminal.writeData(
    flags.json
      ? `${JSON.stringify(shown)}\n`
      : formatTable(shown.map(toTableRow), { columns: terminal.columns, pinned: ['id', 'state'] }).text,
  )
  if (versions.length > shown.length) terminal.writeMessage('There are earlier ones: raise --limit.\n')
}

const formatPercent = (rateBps: number): string => `${rateBps / 100} %`

/** All that two versions may differ in. */
function toTableRow({ rules, ...version }: HistoryVersion): object {
  const { basis, rateBps, cpi, threshold, includedSaleKinds, durationMonths, ...days } = rules
  return {
    ...version,
    rate: `${formatPercent(rateBps)} of ${basis}`,
    cpi: formatAmount(cpi),
    threshold: formatAmount(threshold),
    sales: includedSaleKinds,
    months: durationMonths ?? 'unlimited',
    holdDays: days.holdDays,
    windowDays: days.windowDays,
    existingShops: days.allowExistingShops ? 'yes' : 'no',
  }
}
