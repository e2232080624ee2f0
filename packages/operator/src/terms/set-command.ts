import { toTermsVersion } from '@affiliate-platform/contract/server'
import { setTerms, type TermsTarget } from '@affiliate-platform/platform/terms'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'
import { toOperatorName } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { printDone } from '../command-line/print-done.ts'
import { describeTermsIssues, readTermsFile } from '../command-line/read-terms-file.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { describeDifferences } from './describe-rules.ts'
import { addTargetOptions, readTarget, type TargetFlags } from './target-options.ts'

interface SetFlags extends WorkspaceFlags, TargetFlags {
  readonly file: string
  readonly dryRun?: boolean
}

export function addSetTermsCommand(terms: Command, terminal: Terminal): void {
  const set = addChangeCommand(terms, 'set', {
    description: 'save terms, show what differs from those in force, and print the id of the version',
    examples: [
      'terms set "$membership" --file terms.json --dry-run',
      'terms set "$membership" --file terms.json',
      'terms set --program "$program" --file terms.json',
      'terms set --group "$group" --file terms.json',
    ],
  })
  addWorkspaceOption(addTargetOptions(set))
    .requiredOption('--file <path>', 'the rules and, optionally, effectiveAt: the body of a terms write')
    .option('--dry-run', 'check the file and show what differs; save nothing')
    .action((membershipId: string | undefined, flags: SetFlags) =>
      runSet(terminal, readTarget(membershipId, flags), flags),
    )
}

async function runSet(terminal: Terminal, target: TermsTarget, flags: SetFlags): Promise<void> {
  const { rules, effectiveAt } = await readTermsFile(flags.file)
  const effectiveAtMs = effectiveAt === undefined ? undefined : Date.parse(effectiveAt)
  const content = { target, rules, effectiveAtMs, operator: toOperatorName(flags), isDryRun: flags.dryRun }
  const { version, before } = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const set = await setTerms(database, { ...content, workspaceId })
    if (set.ok) return set
    if (set.rejection === 'rules_rejected') {
      throw new OperatorError(
        `The terms break business rules. Nothing was saved.\n${describeTermsIssues(set.issues)}`,
      )
    }
    throw new OperatorError(
      await describeUnknownId(database, workspaceId, { what: target.kind, id: target.id }),
    )
  })
  const record = { ...toTermsVersion(version), target }
  const differences = describeDifferences(before, version.rules)
  const heading =
    before === undefined ? 'No terms are in force yet. The new ones:' : 'Compared with the terms in force:'
  const lines = differences.length === 0 ? ['  nothing differs'] : differences
  terminal.writeMessage(`${[heading, ...lines].join('\n')}\n`)
  const sentence = 'Existing referrals keep their contracts.'
  if (!flags.dryRun) {
    const message = `The terms apply from ${record.effectiveAt}. ${sentence}`
    printDone(terminal, flags, { value: record.id, record, message })
    return
  }
  if (flags.json) terminal.writeData(`${JSON.stringify({ ...record, id: null })}\n`)
  terminal.writeMessage(`They would apply from ${record.effectiveAt}. ${sentence} Nothing was saved.\n`)
}
