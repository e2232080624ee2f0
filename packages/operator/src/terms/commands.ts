import { type Database, readDatabaseTime } from '@affiliate-platform/platform/database'
import { findMembership, type Membership } from '@affiliate-platform/platform/memberships'
import {
  findTermsInForce,
  type HistoryVersion,
  listTermsHistory,
  type TermsTarget,
} from '@affiliate-platform/platform/terms'
import { findNamed } from '@affiliate-platform/platform/workspaces'
import type { Command } from 'commander'
import { addGroup } from '../command-line/act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseRows, rowsMax } from '../command-line/parse-value.ts'
import { addFormatOptions, type FormatFlags, printRows } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { nameDifferences, toRuleColumns } from './describe-rules.ts'
import { addSetTermsCommand } from './set-command.ts'
import { addTargetOptions, readTarget, type TargetFlags } from './target-options.ts'
import { addTemplateCommand } from './template-command.ts'

interface HistoryFlags extends FormatFlags, WorkspaceFlags, TargetFlags {
  readonly limit: number
}

export function addTermsCommands(program: Command, terminal: Terminal): void {
  const terms = addGroup(
    program,
    'terms',
    'save and list the terms of memberships, groups and programs, and print a file to start from',
  )
  addTemplateCommand(terms, terminal)
  addSetTermsCommand(terms, terminal)
  const history = addDatabaseCommand(terms, 'history', {
    description: 'list terms versions in the order in which they take effect, and what each changed',
    examples: ['terms history "$membership"', 'terms history --program "$program" --json'],
  })
  addWorkspaceOption(addFormatOptions(addTargetOptions(history)))
    .option('--limit <rows>', `only the latest ones, up to ${rowsMax}`, parseRows('--limit'), 50)
    .action((membershipId: string | undefined, flags: HistoryFlags) =>
      printHistory(terminal, readTarget(membershipId, flags), flags),
    )
}

async function printHistory(terminal: Terminal, target: TermsTarget, flags: HistoryFlags): Promise<void> {
  const { versions, inherited } = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const key = { workspaceId, id: target.id }
    const membership = target.kind === 'membership' ? await findMembership(database, key) : undefined
    if (target.kind === 'membership' && membership === undefined) {
      throw new OperatorError('The workspace has no such membership. See memberships list.')
    }
    const nowMs = (await readDatabaseTime(database)).getTime()
    const limit = flags.limit + 1
    const versions = await listTermsHistory(database, { workspaceId, target, nowMs, limit })
    if (membership === undefined || versions.length > 0) return { versions }
    return { versions, inherited: await describeInherited(database, membership, nowMs) }
  })
  const shown = versions.slice(-flags.limit)
  const before = new Map(versions.slice(1).map((version, index) => [version, versions[index]]))
  printRows(terminal, flags, {
    rows: shown,
    toTableRow: (version) => toTableRow(version, before.get(version)),
    first: ['state', 'effectiveAt', 'rate', 'changed'],
  })
  if (inherited !== undefined) terminal.writeMessage(`No terms of its own; ${inherited}.\n`)
  if (versions.length > shown.length) terminal.writeMessage('There are earlier ones: raise --limit.\n')
}

/** Says whose terms apply to a membership without own ones. */
async function describeInherited(
  database: Database,
  { workspaceId, id, programId, groupId }: Membership,
  nowMs: number,
): Promise<string> {
  const terms = await findTermsInForce(database, { workspaceId, membershipId: id }, nowMs)
  if (terms === undefined || terms.targetKind === 'membership') return 'none apply'
  const kind = terms.targetKind
  const targetId = kind === 'group' ? groupId : programId
  const named = await findNamed(database, kind, { scope: { workspace: workspaceId } })
  return `those of ${kind} ${named.find((each) => each.id === targetId)?.name ?? targetId} apply`
}

const toTableRow = ({ rules, ...version }: HistoryVersion, before: HistoryVersion | undefined): object => ({
  ...version,
  changed: nameDifferences(before?.rules, rules),
  ...toRuleColumns(rules),
})
