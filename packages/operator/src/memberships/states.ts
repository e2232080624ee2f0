import { setMembershipState } from '@affiliate-platform/platform/memberships'
import { type AddCommand, act, required } from '../command-line/act.ts'
import { parseText } from '../command-line/parse-value.ts'

const verbs = [
  [
    'suspend',
    'suspended',
    'keep a membership out of payout runs and new referrals; it goes on earning',
    'Documents missing',
  ],
  ['close', 'closed', 'give a membership no new referrals; what it earns is still paid', 'Left the program'],
  ['reopen', 'active', 'make a suspended or closed membership active again', 'Documents received'],
] as const

/** `memberships suspend`, `close` and `reopen` (D139). */
export const membershipStateCommands: readonly AddCommand[] = verbs.map(
  ([name, state, description, reason]) =>
    act<{ reason: string }>()({
      name,
      of: 'membership',
      description,
      examples: [`memberships ${name} "$membership" --reason '${reason}'`],
      options: [required('--reason <text>', 'why', parseText)],
      run: ({ database, workspaceId, id, flags }) =>
        setMembershipState(database, { workspaceId, membershipId: id, state, reason: flags.reason }),
      done: (membership) =>
        `Membership ${membership.name} ${membership.isNew ? `is now ${state}` : `was already ${state}: nothing was changed`}.`,
    }),
)
