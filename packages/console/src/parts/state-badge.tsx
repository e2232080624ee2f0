import { commissionStates, decisions, keyStates, payoutStates, type State } from '../texts.ts'

/** A state: a mark and a word. */
export function StateBadge({ state: { mark, name, tone } }: { readonly state: State }) {
  return (
    <span className="state" data-tone={tone}>
      <span aria-hidden="true">{mark}</span>
      {name}
    </span>
  )
}

const unknown = (name: string): State => ({ mark: '?', name: name.replaceAll('_', ' '), tone: 'ended' })

export function PayoutBadge({ status }: { readonly status: string }) {
  return <StateBadge state={payoutStates[status] ?? unknown(status)} />
}

export function CommissionBadge({ status }: { readonly status: string }) {
  return <StateBadge state={commissionStates[status] ?? unknown(status)} />
}

/** What a run decides on a member. */
export function DecisionBadge({ decision }: { readonly decision: string }) {
  return <StateBadge state={decisions[decision] ?? unknown(decision)} />
}

/** Whether an API key works. */
export function KeyBadge({ state }: { readonly state: string }) {
  return <StateBadge state={keyStates[state] ?? unknown(state)} />
}
