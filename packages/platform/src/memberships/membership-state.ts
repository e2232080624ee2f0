/** The states of a membership (D139). */
export const membershipStates = ['active', 'suspended', 'closed'] as const

/** One of {@link membershipStates}. */
export type MembershipState = (typeof membershipStates)[number]
