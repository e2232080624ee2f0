import {
  type Proposing,
  proposeContract,
  type Reviewing,
  reviewProposal,
} from '@affiliate-platform/platform/contracts'
import { Argument } from 'commander'
import { type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { idFlag } from '../command-line/record-name.ts'

type Rejection = Extract<Proposing | Reviewing, { readonly ok: false }>['rejection']

const rejections: Readonly<Record<Rejection, string>> = {
  unknown_referral: 'The workspace has no such referral. See referrals list.',
  unknown_proposal: 'The workspace has no such proposal.',
  unknown_terms_version:
    "The version belongs neither to the referral's membership nor to its group or program. See terms history.",
  referral_voided: 'The referral is voided.',
  date_in_past: '--from: A contract must apply from a future date.',
  date_taken: 'The referral already has a contract from this time.',
  date_passed: 'The date of the proposal has passed. Propose it again with a later one.',
  reviewed_already: 'The proposal has already been reviewed.',
  own_proposal: 'The reviewer must not be the person who made the proposal. Name yourself with --as.',
}

const proposeCommand = change<{ terms: string; from: number }>()({
  name: 'propose',
  of: 'referral',
  description: 'propose the rules of a terms version for a referral, and print the id of the proposal',
  examples: ['contracts propose "$referral" --terms "$version" --from 2030-01-01T00:00:00Z --as mia'],
  options: [
    idFlag('--terms <version>', 'terms version', 'terms version with the rules').makeOptionMandatory(),
    required(
      '--from <time>',
      'when they start to apply: a date (00:00 UTC) or an RFC 3339 time',
      parseTimeMs,
    ),
  ],
  toChange: ({ id: referralId, flags, actor }) => ({
    run: async (database, workspaceId) => {
      const content = { referralId, termsVersionId: flags.terms, appliesFrom: new Date(flags.from) }
      const proposing = await proposeContract(database, { ...content, workspaceId, actor })
      if (!proposing.ok) throw new OperatorError(rejections[proposing.rejection])
      const { proposal } = proposing
      const message = 'The contract is proposed. It counts only if another person accepts it before its date.'
      return { value: proposal.id, record: proposal, message }
    },
  }),
})

const reviewCommand = change<{ reason: string }>()({
  name: 'review',
  of: 'proposal',
  description: 'accept or decline a proposal; not by the person who made it',
  examples: ['contracts review "$proposal" accept --reason "agreed by mail" --as noa'],
  argument: new Argument('<decision>', 'accept or decline').argParser(parseDecision),
  options: [required('--reason <text>', 'why', parseText)],
  toChange: ({ id: proposalId, word, flags: { reason }, actor }) => ({
    run: async (database, workspaceId) => {
      const content = { proposalId, decision: parseDecision(word), reason, actor }
      const reviewing = await reviewProposal(database, { ...content, workspaceId })
      if (!reviewing.ok) throw new OperatorError(rejections[reviewing.rejection])
      const { contractId } = reviewing
      return {
        value: contractId ?? proposalId,
        record: { ...content, contractId },
        message: contractId === null ? 'The proposal was declined.' : 'The referral has a new contract.',
      }
    },
  }),
})

function parseDecision(text: string): 'accept' | 'decline' {
  if (text === 'accept' || text === 'decline') return text
  throw new UsageError('<decision>: accept or decline.')
}

export const contractsCommands: NounPlan = {
  name: 'contracts',
  description: 'propose and review other rules for an existing referral, from a later date',
  commands: [proposeCommand, reviewCommand],
}
