import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { listOpenProposals, type Reviewing, reviewProposal } from '@affiliate-platform/platform/contracts'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { type ConsoleContext, readNaming } from './console-context.ts'

type ProposalOperations = Pick<typeof consoleOperations, 'listProposals' | 'reviewProposal'>
type Rejection = Extract<Reviewing, { readonly ok: false }>['rejection']

const proposalsMax = 50

const words: Readonly<Record<Exclude<Rejection, 'unknown_proposal'>, string>> = {
  reviewed_already: 'Somebody has reviewed this proposal already.',
  own_proposal: 'You have proposed this. Somebody else has to review it.',
  referral_voided: 'The referral is voided: nothing is earned by this shop any more.',
  date_passed: 'Its date has passed. Propose it again with a later one.',
  date_taken: 'The referral has a contract from this time already.',
}

/** Shows the contracts that were proposed, and reviews them. */
export function createProposalHandlers(context: ConsoleContext) {
  const { database } = context
  return {
    listProposals: async ({ caller: { workspaceId, actor: asker }, query: { after } }) => {
      const found = await listOpenProposals(database, workspaceId, { after, limit: proposalsMax + 1 })
      const proposers = found.map(({ actor }) => actor)
      const toName = await readNaming(context, workspaceId, proposers)
      const items = found.slice(0, proposalsMax).map(({ membershipId, memberName, actor, ...proposal }) => ({
        ...{ id: proposal.id, shop: proposal.shop, before: proposal.before, rules: proposal.rules },
        member: { id: membershipId, name: memberName },
        appliesFrom: proposal.appliesFrom.toISOString(),
        proposedAt: proposal.createdAt.toISOString(),
        by: toName(actor),
        isOwn: actor === asker,
      }))
      const next = found.length > proposalsMax ? (items.at(-1)?.id ?? null) : null
      return { value: { items, next } }
    },

    reviewProposal: async ({ caller: { workspaceId, actor }, pathId: proposalId, body }) => {
      const review = { workspaceId, proposalId, ...body, actor }
      const reviewed = await reviewProposal(actAs(database, actor), review)
      if (reviewed.ok) return { value: { rejected: null } }
      if (reviewed.rejection === 'unknown_proposal') throw accessDenied()
      return { value: { rejected: words[reviewed.rejection] } }
    },
  } satisfies Handlers<ProposalOperations, RequestContext>
}
