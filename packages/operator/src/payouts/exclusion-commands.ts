import { excludeMembership, listExclusions } from '@affiliate-platform/platform/payout-runs'
import { type AddCommand, flag, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCurrency, parseText } from '../command-line/parse-value.ts'

interface ExclusionFlags {
  readonly currency?: string
  readonly reason: string
}

const words = [
  {
    name: 'exclude',
    description: 'keep a membership out of future payout runs, with a reason that previews show',
    reason: 'Documents missing',
    done: 'is kept out of future runs',
  },
  {
    name: 'include',
    description: 'let a membership into payout runs again',
    reason: 'Documents received',
    done: 'is in payout runs again',
  },
] as const

const stillSuspended = 'is no longer excluded, but still suspended: see memberships reopen'

export const exclusionsCommand = list()({
  name: 'exclusions',
  description: 'list who is kept out of payout runs, in which currency, and why',
  examples: ['payouts exclusions', 'payouts exclusions --json'],
  find: ({ database, workspaceId, page }) => listExclusions(database, workspaceId, page),
  toAfter: ({ id }) => id,
  toTableRow: ({ currency, except, ...row }) => ({
    membershipId: row.membershipId,
    memberName: row.memberName,
    currency: currency ?? ['all', ...except.map((code) => `but ${code}`)].join(' '),
    reason: row.reason,
    actor: row.actor,
    createdAt: row.createdAt,
    id: row.id,
  }),
})

export const exclusionCommands: readonly AddCommand[] = words.map(
  ({ name, description, reason: why, done }) =>
    change<ExclusionFlags>()({
      name,
      of: 'membership',
      description,
      examples: [
        `payouts ${name} "$membership" --reason '${why}'`,
        `payouts ${name} "$membership" --currency EUR --reason '${why}'`,
      ],
      options: [
        flag('--currency <code>', 'only in this currency (default: all)', parseCurrency),
        required('--reason <text>', 'why', parseText),
      ],
      toChange: ({ id: membershipId, flags: { currency, reason }, actor }) => {
        const isExcluded = name === 'exclude'
        const exclusion = { membershipId, currency, isExcluded, reason, actor }
        return {
          what: 'it was recorded',
          run: async (database, workspaceId) => {
            const membership = await excludeMembership(database, { ...exclusion, workspaceId })
            if (membership === undefined) {
              throw new OperatorError('The workspace has no such membership. See memberships list.')
            }
            const state = `${done}${currency === undefined ? '' : ` in ${currency}`}`
            return {
              value: membershipId,
              record: { membershipId, currency: currency ?? null, isExcluded, reason },
              message: `The membership ${!isExcluded && membership.state === 'suspended' ? stillSuspended : state}.`,
            }
          },
        }
      },
    }),
)
