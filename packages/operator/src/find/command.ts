import { type FoundRecord, findRecords } from '@affiliate-platform/platform/workspaces'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { commandName } from '../command-line/command-name.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `find`. */
export function addFindCommand(program: Command, terminal: Terminal): void {
  const find = addDatabaseCommand(program, 'find', {
    description: 'say which record an id, a shop domain, an e-mail address or a request id leads to',
    examples: ['find "$id"', 'find example.myshopify.com', 'find owner@example.com --json'],
  })
  addWorkspaceOption(find)
    .argument('<anything>', 'an id, a domain, an e-mail address or a request id', parseText('<anything>'))
    .action((text: string, flags: WorkspaceFlags) => printFound(terminal, text, flags))
}

/** The command that shows more of a record, for the kinds that have one. */
const nextCommands: Readonly<Record<string, (record: FoundRecord) => string>> = {
  payout: ({ id }) => `payouts show ${id}`,
  report: ({ about }) => about.replace('payout ', 'payouts show '),
  dispute: ({ about }) => about.replace('payout ', 'payouts show '),
  membership: ({ id }) => `terms history ${id}`,
  contact: ({ id }) => `contacts list --shop ${id}`,
}

async function printFound(terminal: Terminal, text: string, flags: WorkspaceFlags): Promise<void> {
  const found = await runOnDatabase(terminal, flags, async (database) =>
    findRecords(database, await chooseWorkspace(database, flags), text),
  )
  if (flags.json) terminal.writeData(`${JSON.stringify(found)}\n`)
  if (found.length === 0) throw new OperatorError('The workspace has nothing that this leads to.')
  if (flags.json) return
  terminal.writeData(formatTable(found, { columns: terminal.columns, pinned: ['kind', 'id'] }).text)
  const [only, ...others] = found
  const next = others.length === 0 && only !== undefined ? nextCommands[only.kind]?.(only) : undefined
  if (next !== undefined) terminal.writeMessage(`More: ${commandName} ${next}\n`)
}
