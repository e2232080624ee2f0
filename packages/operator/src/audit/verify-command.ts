import {
  compareDefinitions,
  type Difference,
  type ForeignDefinition,
  findMisdatedFacts,
  type MisdatedFacts,
  readAnchoringState,
  verifyWorkspace,
} from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import { listWorkspaces } from '@affiliate-platform/platform/workspaces'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { commandName } from '../command-line/command-name.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseAnchor } from '../command-line/parse-value.ts'
import { printShown } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface VerifyFlags extends WorkspaceFlags {
  readonly witness?: string
}

const hourMs = 3_600_000

export function addVerifyCommand(program: Command, terminal: Terminal): void {
  const verify = addDatabaseCommand(program, 'verify', {
    description:
      'compare the database with its migrations, the payouts with their facts, and all facts with what was anchored',
    examples: ['verify', 'verify --workspace "$workspace" --witness "$anchor" --json'],
  })
  addWorkspaceOption(verify)
    .option(
      '--witness <anchor>',
      'anchor from an earlier verify or from the log; the chain must still contain it',
      parseAnchor('--witness'),
    )
    .action((flags: VerifyFlags) => runVerify(terminal, flags))
}

async function runVerify(terminal: Terminal, flags: VerifyFlags): Promise<void> {
  if (flags.witness !== undefined && flags.workspace === undefined) {
    throw new UsageError('An anchor belongs to a workspace: name it with --workspace.')
  }
  const { foreign, reports } = await runOnDatabase(
    terminal,
    { ...flags, silenceTimeoutMs: hourMs },
    async (database) => ({
      foreign: await findForeign(database),
      reports: await verifyAll(database, flags),
    }),
  )
  const lines = reports.map(({ workspaceId, head }) => `${workspaceId}  ${head ?? '-'}\n`)
  const differing = reports.flatMap((report) =>
    describeFaults(report).map((fault) => `Workspace ${report.workspaceId}: ${fault}`),
  )
  const failures = [...foreign, ...differing]
  const failure = failures.join('\n') || undefined
  const matching = `Sums and facts match what was recorded. Workspaces: ${reports.length}.`
  const messages = [...reports.flatMap(describeDeclared), ...(failure === undefined ? [matching] : [])]
  const message = messages.join('\n') || undefined
  printShown(terminal, flags, { record: reports, text: lines.join(''), message, failure })
}

/** Definitions that differ from the migrations, and anchors beyond now: then the facts prove nothing. */
async function findForeign(database: Database): Promise<readonly string[]> {
  const { anchoredUntil, isBeyondNow } = await readAnchoringState(database)
  const definitions = (await compareDefinitions(database)).map(
    ({ object, is }) => `The ${object} ${outcomes[is]}.`,
  )
  if (!isBeyondNow) return definitions
  const beyond = `Facts are said to be anchored until ${anchoredUntil.toISOString()}, so none is: run ${commandName} audit repair-anchoring.`
  return [beyond, ...definitions]
}

const outcomes: Readonly<Record<ForeignDefinition['is'], string>> = {
  missing: 'is missing, although the migrations make it',
  changed: 'is not what the migrations made',
  added: 'was added, beside what the migrations make',
}

type Report = Awaited<ReturnType<typeof verifyWorkspace>> & {
  readonly workspaceId: string
  readonly misdated: readonly MisdatedFacts[]
}

async function verifyAll(database: Database, flags: VerifyFlags): Promise<readonly Report[]> {
  const reports: Report[] = []
  const verify = async (workspaceId: string): Promise<void> => {
    const [number = '', chain = ''] = flags.witness?.split(':') ?? []
    const witness = flags.witness === undefined ? undefined : { number: Number(number), chain }
    const verified = await verifyWorkspace(database, workspaceId, witness)
    reports.push({ workspaceId, ...verified, misdated: await findMisdatedFacts(database, workspaceId) })
  }
  if (flags.workspace !== undefined) {
    await verify(await chooseWorkspace(database, flags))
    return reports
  }
  for (let after: string | undefined; ; ) {
    const [workspace] = await listWorkspaces(database, { after, limit: 1 })
    if (workspace === undefined) return reports
    await verify(workspace.id)
    after = workspace.id
  }
}

function describeFaults({ difference, misdated }: Report): readonly string[] {
  const undeclared = misdated.filter(({ declared }) => declared === null)
  return [
    ...(difference === null ? [] : [describe(difference)]),
    ...undeclared.map(
      ({ fact, count, row }) =>
        `${fact}: ${count} dated more than 5 s before or after they were recorded; the first: ${JSON.stringify(row)}.`,
    ),
  ]
}

/** One line for each reason that a past that was told later gives for itself. */
function describeDeclared({ workspaceId, misdated }: Report): readonly string[] {
  const counts = new Map<string, number>()
  for (const { declared, count } of misdated) {
    if (declared !== null) counts.set(declared, (counts.get(declared) ?? 0) + count)
  }
  return [...counts].map(
    ([reason, count]) =>
      `Workspace ${workspaceId}: ${count} facts are not dated by when they were recorded, and say so: ${reason}`,
  )
}

function describe(difference: Difference): string {
  switch (difference.kind) {
    case 'sums':
      return `the sums of payout ${difference.payoutId} do not match its facts.`
    case 'anchor':
      return `anchor ${difference.number} was changed or is missing.`
    case 'facts': {
      const { fact, recordedAfter, recordedUntil, anchored, found, row } = difference
      const what =
        row === null ? 'facts were removed' : `this one was changed or added: ${JSON.stringify(row)}`
      return `${fact} recorded from ${recordedAfter.toISOString()} to ${recordedUntil.toISOString()}: ${anchored} were anchored, ${found} are there; ${what}.`
    }
    case 'stray': {
      const { fact, count, row } = difference
      const what =
        row === null ? 'an anchor counts facts that are not there' : `one of them: ${JSON.stringify(row)}`
      return `${fact}: ${count} more than were anchored are of a time that was anchored, or of a time to come; ${what}.`
    }
  }
}
