/** What an import does, one after the other. Each step is done in batches, and goes on where it was cut off. */
export const historySteps = [
  ...[
    'stage',
    'judge',
    'programs',
    'members',
    'codes',
    'referrals',
    'claims',
    'payouts',
    'commissions',
    'clear',
  ],
] as const

/** What undoing an import does after it was closed, as the steps of an import. */
export const undoSteps = ['take_back', 'void'] as const

/** What an import, or undoing one, does at a time. */
export type HistoryStep = (typeof historySteps | typeof undoSteps)[number]
