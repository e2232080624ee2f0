export { listOpenProposals } from './contracts/list-proposals.ts'
export { type Proposing, proposeContract } from './contracts/propose-contract.ts'
export { type Reviewing, reviewProposal } from './contracts/review-proposal.ts'
