import { toTermsVersion } from '@affiliate-platform/contract/server'
import { setTerms, type TermsSetting } from '@affiliate-platform/platform/terms'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperatorName } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { describeIssues, readTermsFile } from '../command-line/read-terms-file.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface SetFlags extends WorkspaceFlags {
  readonly file: string
}

/** Adds `terms set`. */
export function addSetTermsCommand(terms: Command, terminal: Terminal): void {
  const set = addChangeCommand(terms, 'set', {
    description: 'save terms for a membership, as the interface does, and print the id of the version',
    examples: ['terms set "$membership" --file terms.json'],
  })
  addWorkspaceOption(set)
    .argument('<membership>', 'id of the membership', parseId('<membership>'))
    .requiredOption('--file <path>', 'the rules and, optionally, effectiveAt: the body of a terms write')
    .action((membershipId: string, flags: SetFlags) => runSet(terminal, membershipId, flags))
}

async function runSet(terminal: Terminal, membershipId: string, flags: SetFlags): Promise<void> {
  const { rules, effectiveAt } = await readTermsFile(flags.file)
  const effectiveAtMs = effectiveAt === undefined ? undefined : Date.parse(effectiveAt)
  const target = { kind: 'membership', id: membershipId } as const
  const content = { target, rules, effectiveAtMs, operator: toOperatorName(flags) }
  const setting = await runOnDatabase(terminal, flags, async (database) =>
    setTerms(database, { ...content, workspaceId: await chooseWorkspace(database, flags) }),
  )
  if (!setting.ok) throw new OperatorError(describeRefusal(setting))
  const record = toTermsVersion(setting.version)
  const message = `The terms apply from ${record.effectiveAt}. Referrals that exist keep their contracts.`
  printDone(terminal, flags, { value: record.id, record, message })
}

function describeRefusal(setting: Extract<TermsSetting, { readonly ok: false }>): string {
  return setting.refusal === 'unknown_target'
    ? 'The workspace has no such membership. See memberships list.'
    : `The terms break business rules. Nothing was saved.\n${describeIssues(setting.issues)}`
}
