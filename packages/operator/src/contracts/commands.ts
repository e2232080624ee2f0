import {
  type Proposing,
  proposeContract,
  type Reviewing,
  reviewProposal,
} from '@affiliate-platform/platform/contracts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseId, parseInstantMs, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ProposeFlags extends WorkspaceFlags {
  readonly terms: string
  readonly from: number
}

interface ReviewFlags extends WorkspaceFlags {
  readonly reason: string
}

type Rejection = Extract<Proposing | Reviewing, { readonly ok: false }>['rejection']

const rejections: Readonly<Record<Rejection, string>> = {
  unknown_referral: 'The workspace has no such referral. See referrals list.',
  unknown_proposal: 'The workspace has no such proposal.',
  unknown_terms_version:
    "The version belongs neither to the referral's membership nor to its group or program. See terms history.",
  referral_voided: 'The referral is voided.',
  date_in_past: '--from: A contract applies from a date that is still to come.',
  date_taken: 'The referral has a contract from this very time.',
  date_passed: 'The date of the proposal has passed. Propose it anew.',
  reviewed_already: 'The proposal is reviewed already.',
  own_proposal: 'Another person than the one who proposed it reviews a proposal. Name yourself with --as.',
}

/** Adds `contracts propose` and `contracts review`. */
export function addContractsCommands(program: Command, terminal: Terminal): void {
  const contracts = program
    .command('contracts')
    .description('propose and review other rules for an existing referral, from a later date')
  const propose = addChangeCommand(contracts, 'propose', {
    description: 'propose the rules of a terms version for a referral, and print the id of the proposal',
    examples: ['contracts propose "$referral" --terms "$version" --from 2030-01-01T00:00:00Z --as mia'],
  })
  addWorkspaceOption(propose)
    .argument('<referral>', 'id of the referral', parseId('<referral>'))
    .requiredOption('--terms <version>', 'terms version with the rules', parseId('--terms'))
    .requiredOption('--from <time>', 'from when they are to apply', parseInstantMs('--from'))
    .action((referralId: string, flags: ProposeFlags) => runPropose(terminal, referralId, flags))
  const review = addChangeCommand(contracts, 'review', {
    description: 'accept or decline a proposal, by another person than the one who made it',
    examples: ['contracts review "$proposal" accept --reason "agreed by mail" --as noa'],
  })
  addWorkspaceOption(review)
    .argument('<proposal>', 'id of the proposal', parseId('<proposal>'))
    .argument('<decision>', 'accept or decline', parseDecision)
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((proposalId: string, decision: 'accept' | 'decline', flags: ReviewFlags) =>
      runReview(terminal, { proposalId, decision }, flags),
    )
}

function parseDecision(text: string): 'accept' | 'decline' {
  if (text === 'accept' || text === 'decline') return text
  throw new UsageError('<decision>: accept or decline.')
}

async function runPropose(terminal: Terminal, referralId: string, flags: ProposeFlags): Promise<void> {
  const content = { referralId, termsVersionId: flags.terms, appliesFrom: new Date(flags.from) }
  const proposing = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await proposeContract(database, { ...content, workspaceId, actor: toOperator(flags) })
  })
  if (!proposing.ok) throw new OperatorError(rejections[proposing.rejection])
  const { proposal } = proposing
  const message = 'The contract is proposed. It counts only when another person accepts it before its date.'
  printDone(terminal, flags, { value: proposal.id, record: proposal, message })
}

async function runReview(
  terminal: Terminal,
  review: { readonly proposalId: string; readonly decision: 'accept' | 'decline' },
  flags: ReviewFlags,
): Promise<void> {
  const content = { ...review, reason: flags.reason, actor: toOperator(flags) }
  const reviewing = await runOnDatabase(terminal, flags, async (database) =>
    reviewProposal(database, { ...content, workspaceId: await chooseWorkspace(database, flags) }),
  )
  if (!reviewing.ok) throw new OperatorError(rejections[reviewing.rejection])
  const { contractId } = reviewing
  printDone(terminal, flags, {
    value: contractId ?? review.proposalId,
    record: { ...content, contractId },
    message: contractId === null ? 'The proposal was declined.' : 'The referral has a further contract.',
  })
}
