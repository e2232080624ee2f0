/** What an import does, one after the other. Each step is done in batches, and goes on where it was cut off. */
export const historySteps = [
  ...['stage', 'judge', 'programs', 'members', 'codes', 'referrals', 'payouts', 'commissions', 'clear'],
] as const

/** What an import does at a time. */
export type HistoryStep = (typeof historySteps)[number]
