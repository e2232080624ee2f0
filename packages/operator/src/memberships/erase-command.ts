import { eraseMember, type MemberErasure } from '@affiliate-platform/platform/erasure'
import { describeOpen } from '../accounts/describe-open.ts'
import { flag } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'
import { formatCount } from '../command-line/format-count.ts'
import { OperatorError } from '../command-line/operator-error.ts'

/** `memberships erase` (D447). */
export const membershipEraseCommand = change<{ readonly dryRun?: boolean }>()({
  name: 'erase',
  of: 'membership',
  description:
    'erase who a member is, permanently: name, payees’ details, and who acts for them alone; what was earned and said of payments stays',
  examples: ['memberships erase "$membership" --dry-run', 'memberships erase "$membership" --as mia'],
  options: [flag('--dry-run', 'say what would be erased and what stays; save nothing')],
  toChange: ({ id: membershipId, flags: { dryRun: isDryRun = false }, actor }) => ({
    what: 'the member was erased',
    run: async (database, workspaceId) => {
      const erasure = await eraseMember(database, { workspaceId, membershipId, actor, isDryRun })
      if (erasure === undefined) {
        const unknown = { what: 'membership', id: membershipId }
        throw new OperatorError(await describeUnknownId(database, workspaceId, unknown))
      }
      return { value: membershipId, record: { ...erasure, isDryRun }, message: describe(erasure, isDryRun) }
    },
  }),
})

function describe(erasure: MemberErasure, isDryRun: boolean): string {
  const { name, people, payeesErased, payeesKept } = erasure
  return [
    `${isDryRun ? 'Nothing was erased: --dry-run. The member would be called' : 'The member is called'} ${name} from then on.`,
    ...people.map(
      (person) =>
        `${person.name} (${person.email}) ${person.isErased ? 'is erased too' : 'acts for the member no more, and stays: they act for another one, or are an operator'}.`,
    ),
    ...(payeesErased > 0 || payeesKept === 0
      ? [`The details of ${formatCount(payeesErased, 'payee')} go.`]
      : []),
    describeOpen(erasure),
    'What stays: amounts and payments with their times, links and their codes, and what was written of a payment or a shop.',
  ].join('\n')
}
